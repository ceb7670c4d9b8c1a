"""The board widgets, one a family; screens know them only through `tui.boards.drawing`."""
