"""Own proofs that motifs are undesignable: energies by ViennaRNA, answers by trying all sequences, and what is kept."""

from __future__ import annotations

import math
import random
import time
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from drivers.command_line import invoke
from drivers.rna_targets import random_target

from puzzles.errors import PuzzleError
from puzzles.rna import energy_models
from puzzles.rna.bases import PAIRS
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.structure import paired
from puzzles.rna.undesignable import library, proofs
from puzzles.rna.undesignable.motif import canonical, motifs_of, parse
from puzzles.rna.undesignable.proving import (
    THERMAL,
    Frame,
    Rival,
    TimeIsUpError,
    is_rival,
    prove,
    structures_below,
    survivors,
)

CODES = {base: code for code, base in enumerate("ACGU", start=1)}


def with_filling(frame: Frame, text: str, filling: str) -> str:
    """The text with three letters within each inner boundary pair."""
    letters = [letter + filling * ((place, place + 1) in frame.inner) for place, letter in enumerate(text)]
    return "".join(letters)


def energy(frame: Frame, sequence: str, structure: str) -> int:
    compound = energy_models.compound(with_filling(frame, sequence, "AAA"), energy_models.energies("eterna-v2"))
    return round(100 * compound.eval_structure(with_filling(frame, structure, "...")))


def random_sequence(rng: random.Random, structure: str) -> str:
    letters = [rng.choice("ACGU") for _ in structure]
    for place, other in enumerate(paired(structure)):
        if other > place:
            letters[place], letters[other] = rng.choice(sorted(PAIRS))
    return "".join(letters)


def test_differences_of_energy_are_viennas() -> None:
    rng = random.Random(3)
    compared = 0
    for _ in range(60):
        places = motifs_of(RnaPuzzle(random_target(rng, rng.randrange(12, 44))).partners, 4)
        frame = Frame(parse(rng.choice(places).text))
        for _ in range(3):
            sequence = random_sequence(rng, frame.structure)
            for structure in structures_below(frame, sequence):
                assert is_rival(frame, structure)
                columns = {place: np.array([CODES[base]]) for place, base in enumerate(sequence)}
                difference, forms = Rival(frame, structure).difference(columns)
                found = energy(frame, sequence, frame.structure) - energy(frame, sequence, structure)
                assert (int(difference[0]), bool(forms[0])) == (found, True)
                assert found >= 0
                compared += 1
    assert compared > 100


def sequences(structure: str) -> list[str]:
    """All sequences whose bases can pair where the structure has pairs."""
    pairs = [(i, j) for i, j in enumerate(paired(structure)) if j > i]
    single = [i for i, j in enumerate(paired(structure)) if j < 0]
    found = []
    for chosen in product(sorted(PAIRS), repeat=len(pairs)):
        for bases in product("ACGU", repeat=len(single)):
            letters = dict(zip(single, bases, strict=True))
            for (i, j), (one, other) in zip(pairs, chosen, strict=True):
                letters[i], letters[j] = one, other
            found.append("".join(letters[place] for place in range(len(structure))))
    return found


@pytest.mark.parametrize("motif", ["((*).)", "((.(*)))", "5(*)3", "5.((*)).3", "((*)(*))", "5(*).(*)3"])
def test_answers_are_those_of_trying_all_sequences(motif: str) -> None:
    frame = Frame(parse(motif))
    alone = {sequence for sequence in sequences(frame.structure) if not structures_below(frame, sequence)}
    result = prove(frame, math.inf, random.Random(1))
    assert bool(alone) != bool(result.rivals)
    if alone:
        assert result.design in alone


def test_a_proof_is_refuted_by_a_sequence_that_it_forgot() -> None:
    """The published proof for Eterna100's puzzle 50 has one rival, which the tetraloop CCUCGG escapes."""
    frame = Frame(parse("((....)...)"))
    left = list(survivors(frame, [Rival(frame, "(.........)")]))
    assert sum(len(block[0]) for block in left) >= 1
    assert not proofs.verified(proofs.Proof("((....)...)", 0.5, ("(.........)",)))
    design = proofs.proved("((....)...)", math.inf)
    assert isinstance(design, str)
    assert not structures_below(frame, design)


def test_proofs_that_come_with_the_project_hold() -> None:
    """Every eighth of those with one rival; `python -m tests.undesignable.campaign proofs` verifies all."""
    listed = [proof for _, proof in proofs.read(proofs.bundled())]
    assert len({proof.motif for proof in listed}) == len(listed) > 15
    assert all(canonical(parse(proof.motif)) == proof.motif for proof in listed)
    assert all(proofs.verified(proof) for proof in [one for one in listed if len(one.rivals) == 1][::8])


def test_a_bound_is_reached_and_not_passed() -> None:
    frame = Frame(parse("(((.(*)).).)"))
    proof = proofs.proved("(((.(*)).).)", math.inf)
    assert isinstance(proof, proofs.Proof)
    assert proofs.verified(proof)
    assert not proofs.verified(proofs.Proof(proof.motif, proof.bound * 0.999, proof.rivals))
    rng = random.Random(2)
    for _ in range(50):
        sequence = random_sequence(rng, frame.structure)
        mine = energy(frame, sequence, frame.structure)
        weights = [
            math.exp((mine - energy(frame, sequence, rival)) / THERMAL)
            for rival in (one.replace("(*)", "()") for one in proof.rivals)
            if all(sequence[i] + sequence[j] in PAIRS for i, j in enumerate(paired(rival)) if j > i)
        ]
        assert 1 / (1 + sum(weights)) <= proof.bound * (1 + 1e-9)


def test_a_motif_that_may_tie_is_told_from_one_that_never_has_the_least_energy() -> None:
    for motif, ties in (("(.(...))", False), ("(.(*).(.......(*).......).)", True), ("5(....(*).....).....3", True)):
        proof = proofs.proved(motif, math.inf)
        assert isinstance(proof, proofs.Proof)
        assert proof.never != ties
        assert not (ties and proofs.verified(replace(proof, never=True)))


def test_a_search_for_a_proof_ends_in_time() -> None:
    with pytest.raises(TimeIsUpError):
        proofs.proved("(.((...)).((...))...)", time.monotonic() - 1)


def test_what_is_no_proof_is_refused_with_its_line() -> None:
    for text in (
        "(.(*)) 0.4 tie\n",
        "(.(*))\n",
        "(.(*)) x tie (...)\n",
        "(.(*)) 0.7 tie (...)\n",
        "(.(*)) 0.4 (...)\n",
    ):
        with pytest.raises(PuzzleError) as error:
            list(proofs.read(f"# a comment\n\n{text}"))
        assert error.value.line == 3


def test_check_names_motifs_and_keeps_new_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "bundled", lambda: proofs.HEAD)
    library.cached.cache_clear()
    target = tmp_path / "target.txt"
    target.write_text("..((.(...))).\n")
    assert "undesignable" not in invoke("check", str(target)).stdout
    found = invoke("check", str(target), "--prove", "20").stdout
    assert "proved undesignable now: (.(...)), p <= " in found
    kept = list(proofs.read(proofs.own_file().read_text(encoding="ascii")))
    assert [proof.motif for _, proof in kept] == ["(.(...))"]
    said = invoke("check", str(target)).stdout.splitlines()
    assert said[2] == "proved      !!!!!!!!"
    assert said[5].startswith("proved undesignable: (.(...)) at 4-11, p <= ")
    assert said[6].startswith("so no sequence folds into this target under eterna-v2, not even in a tie")
    assert "undesignable" not in invoke("check", str(target), "--set", "model=eterna-v1").stdout
    again = invoke("check", str(target), "--prove", "20").stdout
    assert "undesignable now" not in again
    assert "can each be folded alone by some sequence" in again
    proofs.own_file().write_text("(.(*) 0.5 tie (..)\n")
    damaged = invoke("check", str(target))
    assert damaged.exit_code == 0
    assert f"{proofs.own_file()}:1:5: the end within a motif" in damaged.stdout
    library.cached.cache_clear()


def test_a_family_without_proofs_refuses_to_look_for_them() -> None:
    result = invoke("check", "example:crossword-12", "--prove", "1")
    assert result.exit_code == 2
    assert "nothing can be proved of kakuro" in result.stderr
