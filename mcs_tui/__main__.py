"""`python -m mcs_tui`: the command `mcs-tui`."""

from mcs_tui.start import main

if __name__ == "__main__":
    main()
