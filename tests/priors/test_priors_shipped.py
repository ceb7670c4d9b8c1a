"""What comes with the program: the table counted over Rfam is what counting gives, and published weights are there."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from priors import shipped, store
from priors.corpus_training import CorpusTrainer
from priors.stored import histogram
from priors.table import odds
from puzzles import registry
from puzzles.rna.corpus import CODES, FIRST
from puzzles.rna.nemo import nemo_weights

ROOT = Path(__file__).resolve().parents[2]


def found(prior: str) -> store.Stored:
    stored = store.find("rna", prior, "any")
    assert stored is not None
    return stored


def test_the_table_of_ngrams_is_at_hand_without_training() -> None:
    ngram = found("ngram")
    assert (ngram.origin, ngram.codes, ngram.removable) == ("shipped", CODES, False)
    assert ngram.provenance.counted == 71_872
    assert "Rfam 14.2" in ngram.provenance.source
    assert "CC0" in ngram.provenance.source
    assert "Kalvari et al. 2021" in ngram.provenance.source
    assert store.all_stored() == []


def test_recounting_rfam_gives_the_shipped_table(benchmark_data: Path) -> None:
    """`mcs-tui train rna --from rfam14.2_seed.tsv.gz`, then `mcs-tui priors export`, makes it again."""
    about = found("ngram").provenance
    path = benchmark_data / "rfam" / str(about.parameters["file"])
    trainer = CorpusTrainer("rna", "ngram", "any", path, citation=about.source)
    while not trainer.finished:
        trainer.advance(100_000)
    trainer.store()
    again = found("ngram")
    assert again.origin == "trained"
    now, then = (json.loads(shipped.encode(one)) for one in (again, shipped.find("rna", "ngram", "any")))  # type: ignore[arg-type]
    assert (now["count"], now["nb"]) == (then["count"], then["nb"])
    for same in ("parameters", "counted", "left_out", "source", "code"):
        assert now["provenance"][same] == then["provenance"][same]


def test_its_frequencies_are_spread_as_the_published_ones() -> None:
    """Figure 4 of Learning a Prior: 100 priors, the smallest 0.010083, the greatest 0.437825.

    Ours are counted over another release of Rfam: 71,872 designs, not 85,232.
    """
    frequencies = found("ngram").frequencies
    assert len(frequencies) == 100
    assert frequencies.min() == pytest.approx(0.010083, rel=0.1)
    assert frequencies.max() == pytest.approx(0.437825, rel=0.02)


def test_after_each_move_the_shares_of_pairs_and_of_bases_add_up_to_one() -> None:
    ngram = found("ngram")
    shares = (ngram.count[:FIRST] / ngram.nb[:FIRST]).reshape(10, 10)
    assert np.allclose(shares[:, :6].sum(axis=1), 1.0)
    assert np.allclose(shares[:, 6:].sum(axis=1), 1.0)


@pytest.mark.parametrize(("prior", "reading"), [("nemo", "program"), ("nemo-paper", "paper"), ("nemo-pairs", "pairs")])
def test_published_weights_are_priors_as_they_are(prior: str, reading: str) -> None:
    nemo = found(prior)
    assert (nemo.origin, nemo.path, nemo.removable) == ("published", None, False)
    assert nemo.table.tolist() == nemo_weights(reading).tolist()
    assert np.allclose(odds(nemo.table, 1.0), np.exp(nemo_weights(reading)))
    assert int(histogram(nemo).counts.sum()) == nemo.codes
    assert "NEMO" in nemo.provenance.summary


def test_every_prior_that_is_not_counted_here_comes_with_the_program() -> None:
    wanted = [
        (family.name, kind.name)
        for family in registry.families()
        for kind in family.priors.kinds
        if kind.source in ("corpus", "handmade")
    ]
    assert [(one.provenance.family, one.provenance.prior) for one in shipped.all_shipped()] == wanted
    assert [one.name for one in store.all_priors()] == [f"{family}-{prior}-any" for family, prior in wanted]


def test_each_is_of_the_kind_and_temperature_that_the_family_says() -> None:
    family = registry.get_family("rna")
    taus = {kind.name: kind.tau for kind in family.priors.kinds}
    assert taus == {"ngram": 6.0} | dict.fromkeys(("nemo", "nemo-paper", "nemo-pairs"), 1.0)
    for one in shipped.all_shipped():
        assert one.provenance.code == registry.get_family(one.provenance.family).priors.kind(one.provenance.prior).code


def test_what_comes_with_the_program_cant_be_removed() -> None:
    for one in shipped.all_shipped():
        with pytest.raises(ValueError, match="was not trained here"):
            store.remove(one)
    assert found("ngram").origin == "shipped"


def test_families_without_one_have_none() -> None:
    assert store.find("latin", "dual", "order-20") is None
    assert store.find("morpion", "ngram", "any") is None
    assert store.find("chess", "ngram", "any") is None


def test_the_table_is_in_both_packages() -> None:
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert "priors" in targets["wheel"]["packages"]
    assert "priors" in targets["sdist"]["include"]
    ignored = subprocess.run(
        ["git", "check-ignore", *shipped.FOLDER.iterdir()], cwd=ROOT, capture_output=True, check=False
    )
    assert ignored.stdout == b""


def test_finding_it_imports_no_numba_and_no_vienna() -> None:
    program = (
        "import sys; from priors import store\n"
        "assert [store.find('rna', name, 'any') for name in ('ngram', 'nemo')]\n"
        "sys.exit(any(name in sys.modules for name in ('numba', 'RNA', 'matplotlib')))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0
