"""Forms in which targets circulate: each is read as the one puzzle that it is, with a note on what is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.rna.puzzle import RnaPuzzle

FAMILY = registry.get_family("rna")
FOUND = Path(__file__).parents[2] / "found_by_use"

HAIRPIN = "((((..((((....)))).))))"
BASES = "GGUCGGCCGAAGAAUCGGGGACC"
SMALL = "((((....))))"


def _read(text: str, entry: str = "") -> RnaPuzzle:
    puzzle = registry.read(text, entry=entry)
    assert isinstance(puzzle, RnaPuzzle)
    return puzzle


@pytest.mark.parametrize(
    ("name", "puzzle", "note"),
    [
        ("rna-2-a.sto", RnaPuzzle(SMALL), "of 2 sequences none is"),
        ("rna-2-allq.txt", RnaPuzzle("?" * 30), "all positions are free"),
        ("rna-2-c.csv#1", RnaPuzzle(SMALL), ""),
        ("rna-2-c.csv#2", RnaPuzzle("(((....)))"), ""),
        ("rna-2-rnafold_p.txt", RnaPuzzle(SMALL, start="GGGGAAAACCCC"), "the first, of the MFE, is read"),
        ("rna-2-two.fa#hairpin1", RnaPuzzle("((((((....))))))....", name="hairpin1 sample"), ""),
        ("rna-2-two.fa#Hairpin2", RnaPuzzle("((((((....))))))....", name="hairpin2"), ""),
        ("rna-2-wuss.txt", RnaPuzzle(SMALL), ""),
        ("rna-angle-brackets.txt", RnaPuzzle(HAIRPIN, name="a"), ""),
        ("rna-blank-in-structure.txt", RnaPuzzle(HAIRPIN), "the blank behind position 14 of line 1 is left out"),
        ("rna-connect.ct", RnaPuzzle(HAIRPIN, start=BASES, name="x"), "read as a start"),
        ("rna-csv-structure.csv", RnaPuzzle(HAIRPIN, start=BASES, name="a"), "read as a start"),
        ("rna-csv-target-only.csv", RnaPuzzle(HAIRPIN, "NNGY" + "N" * 19, name="a"), ""),
        ("rna-nupack-plus.txt", RnaPuzzle("((((....((((&))))....))))"), ""),
        ("rna-restraints-dots.txt", RnaPuzzle(HAIRPIN, "NNGY" + "N" * 19), ""),
        (
            "rna-rnadesign-tristable.txt",
            RnaPuzzle(
                "((((....))))....((((....))))........",
                "CKNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNB",
                state="........((((....((((....))))....)))), ((((((((....))))((((....))))....))))",
            ),
            "3 structures of one sequence are read as states of one design",
        ),
        ("rna-rnafold-p.txt", RnaPuzzle(HAIRPIN, start=BASES, name="seq1"), "the first, of the MFE, is read"),
        ("rna-stockholm.sto", RnaPuzzle(HAIRPIN, start=BASES, name="test"), "read as a start"),
    ],
)
def test_inputs_found_by_use(name: str, puzzle: RnaPuzzle, note: str) -> None:
    file, _, entry = name.partition("#")
    found = _read((FOUND / file).read_text(), entry)
    assert found == puzzle
    assert note in found.note
    assert bool(note) == bool(found.note)


def test_states_of_two_strands_are_refused_as_such() -> None:
    with pytest.raises(PuzzleError, match="2:94: no pair joins the two strands of the state"):
        registry.read((FOUND / "rna-2-toe3.txt").read_text())


DIALOGUE = f"""
Input string (upper or lower case); @ to quit
....,....1....,....2....,....3....,....4....,....5....,....6....,....7....,....8
{BASES.lower()}
length = 23
{BASES}
{HAIRPIN}
 minimum free energy =  -9.60 kcal/mol
((((,.((((....)))),)}}))
 free energy of ensemble =  -9.80 kcal/mol
{HAIRPIN} {{ -9.60 d=1.20}}
 frequency of mfe structure in ensemble 0.72; ensemble diversity 1.98

Input string (upper or lower case); @ to quit
@
"""
CT_ROWS = "1 G 0 2 9 1\n2 G 1 3 8 2\n3 A 2 4 0 3\n4 A 3 5 0 4\n5 A 4 6 0 5\n6 A 5 7 0 6\n7 A 6 8 0 7\n"
CT_ROWS += "8 C 7 9 2 8\n9 C 8 0 1 9\n"
OTHER_ROWS = CT_ROWS.replace("1 G 0 2 9 1", "1 G 0 2 0 1").replace("9 C 8 0 1 9", "9 C 8 0 0 9")
NINE = "GGAAAAACC"


@pytest.mark.parametrize(
    ("text", "entry", "puzzle"),
    [
        (DIALOGUE, "", RnaPuzzle(HAIRPIN, start=BASES)),
        (f"{BASES}\n{HAIRPIN} ( -9.60)\n{HAIRPIN} {{ -9.60 MEA=20.1}}\n", "", RnaPuzzle(HAIRPIN, start=BASES)),
        ("GGGG&CCCC\n((((&)))) ( -5.40)\n((((&)))) [ -5.60]\n", "", RnaPuzzle("((((&))))", start="GGGG&CCCC")),
        ("GGAAAAACC -540 300\n((.....)) -2.10\n(.......) -1.00\n", "2", RnaPuzzle("(.......)", start=NINE)),
        (f"9 dG = -1.2 [initially -2] a b\n{CT_ROWS}", "", RnaPuzzle("((.....))", name="a b", start=NINE)),
        (
            f"# RNA\n9\tENERGY = -1.2\ta\n{CT_ROWS}9 ENERGY = 0 a\n{OTHER_ROWS}",
            "2",
            RnaPuzzle(".(.....).", name="a", start=NINE),
        ),
        (
            "# a\n1 G 9\n2 G 8\n3 A 0\n4 A 0\n5 A 0\n6 A 0\n7 A 0\n8 C 2\n9 C 1\n",
            "",
            RnaPuzzle("((.....))", start=NINE),
        ),
        (
            "Filename: b.bpseq\nOrganism: E. coli\n1 G 9\n2 G 8\n3 A 0\n4 A 0\n5 A 0\n6 A 0\n7 A 0\n8 C 2\n9 C 1\n",
            "",
            RnaPuzzle("((.....))", name="b.bpseq", start=NINE),
        ),
        (
            "# STOCKHOLM 1.0\n#=GF ID wrapped\n\nx/1 GGAA\n#=GC SS_cons <<__\n\nx/1 AAACC\n#=GC SS_cons ___>>\n//\n",
            "",
            RnaPuzzle("((.....))", name="wrapped", start=NINE),
        ),
        (
            "# STOCKHOLM 1.0\nx  GGA-AAAACC\n#=GR x SS ((,,,,.,))\ny  GGAAAAAACC\n#=GR y SS .(......).\n//\n",
            "x",
            RnaPuzzle("((.....))", name="x", start=NINE),
        ),
        ("((,<<<___>>>-,[[~~~]],,))", "", RnaPuzzle("((.(((...)))..((...))..))")),
        ("{{{{....}}}}\nRNNNNNNNNNNY", "", RnaPuzzle(SMALL, "RNNNNNNNNNNY")),
        ("[[[[....]]]]", "", RnaPuzzle(SMALL)),
        ("AAAA....aaaa((...))", "", RnaPuzzle(f"{SMALL}((...))")),
        ("CCCC+GGGG\n((((+))))", "", RnaPuzzle("((((&))))", start="CCCC&GGGG")),
        ("..RY....·?*_\n((((....))))", "", RnaPuzzle(SMALL, "NNRYNNNNNNNN")),
        (">a\n((((....))))\n....GNRA....", "", RnaPuzzle(SMALL, "NNNNGNRANNNN", name="a")),
        (
            "# constraints: NNNNGNRANNNN\nCCCCGAAAGGGG\n((((....))))",
            "",
            RnaPuzzle(SMALL, "NNNNGNRANNNN", "CCCCGAAAGGGG"),
        ),
        ('{"dot_bracket": "((((....))))", "iupac": "NNNNGNRANNNN"}', "", RnaPuzzle(SMALL, "NNNNGNRANNNN")),
        ("Name;Dot-Bracket;IUPAC\na;((((....))));NNNNGNRANNNN\n", "", RnaPuzzle(SMALL, "NNNNGNRANNNN", name="a")),
        ("id\tsequence\tstructure\n7\t\t((...))\n9\t\t((((....))))\n", "9", RnaPuzzle(SMALL)),
        ("structure\n((((....))))\n", "", RnaPuzzle(SMALL)),
        (
            ">a\nCCCCGAAAGGGG\n((((....))))\n(((......)))\n",
            "",
            RnaPuzzle(SMALL, start="CCCCGAAAGGGG", name="a", state="(((......)))"),
        ),
        (
            "((((....))))\n(((......)))\n;\nNNNNGNRANNNN\n@\n",
            "",
            RnaPuzzle(SMALL, "NNNNGNRANNNN", state="(((......)))"),
        ),
        ("((((....))))\n\n(((......)))\nNNNNGNRANNNN\n", "1", RnaPuzzle(SMALL)),
    ],
)
def test_forms_of_other_programs(text: str, entry: str, puzzle: RnaPuzzle) -> None:
    assert _read(text, entry) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "((((..[[..))))..]]",
            "1:7: position 7: '[' is a pseudoknot's; pseudoknots can't be designed here (DesiRNA can): 7-18",
        ),
        ("((((..[...))))", "1:7: position 7: '[' is never closed; expected a balanced structure"),
        ("((((..x...))))", "1:7: position 7: 'x'; expected a structure of . ( and )"),
        (f"8 a\n{CT_ROWS}", "2:9: base 1 pairs with 9, and that is none"),
        (f"10 a\n{CT_ROWS}", "the structure ends after 9 bases; expected 10"),
        (f"9 a\n{CT_ROWS.replace('8 C 7 9 2 8', '8 C 7 9 3 8')}", "3:9: base 2 pairs with 8, and that with 3"),
        ("1 G 6\n2 G 7\n3 A 0\n4 A 0\n5 A 0\n6 C 1\n7 C 2\n", "2:5: position 2: '[' is a pseudoknot's"),
        ("# STOCKHOLM 1.0\nx GGAAAAACC\n//\n", "the alignment has no structure; expected a line #=GC SS_cons"),
        ("((((....))))\n(((......)))\n", "#1, #2; or a line of letters such as N for each position below them, which"),
        ("LOCUS a\nORIGIN\n 1 acgt\n//\nmore\n", "5:1: this line begins no record; expected LOCUS"),
        ("# STOCKHOLM 1.0\n", "1: the alignment has no structure"),
        ("# model: eterna-v1\n>a\n((((....))))\n", "1:1: a setting above the first header"),
        ("sequence,name\nGGG,a\n", "1:1: the header has no column target; expected one called target, structure,"),
    ],
)
def test_what_is_wrong_in_them(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name="rna")
    assert message in str(caught.value)


def _plain_fasta(text: str) -> dict[str, str]:
    """The sequences by the first words of their headers, as any program reads FASTA."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith(">"):
            found[(name := line[1:].split()[0])] = ""
        else:
            found[name] += line.strip()
    return found


FULL = RnaPuzzle(
    SMALL,
    "NNNNRNNNNNNK",
    "CCCCGAAAGGGG",
    "no. 1 of ours, 50%",
    "1999-d2",
    gc="40-80, 20-90 in 6",
    forbid="GGGGG, EcoRI",
)
TWO = RnaPuzzle("((((&))))", "NNNN&NNNY", name="two strands")


def test_written_fasta_is_fasta() -> None:
    boards = [FAMILY.parse_board(FULL, one) for one in ("CCCCGAAAGGGG", "GGCCGAAAGGCU")]
    text = FAMILY.write_many(FULL, "fasta", boards)
    assert _plain_fasta(text) == {"no._1_of_ours_50_1": "CCCCGAAAGGGG", "no._1_of_ours_50_2": "GGCCGAAAGGCU"}
    assert [_read(text, one).forbid for one in ("1", "no. 1 of ours, 50% 2")] == [FULL.forbid] * 2
    both = FAMILY.write(TWO, "fasta", FAMILY.parse_board(TWO, "GGCG&CGCC"))
    assert _plain_fasta(both) == {"two_strands_A": "GGCG", "two_strands_B": "CGCC"}
    assert _read(both) == RnaPuzzle(TWO.target and "((((&))))", "NNNN&NNNY", "GGCG&CGCC", "two strands")


def test_fasta_as_earlier_versions_wrote_it_is_read() -> None:
    old = (
        ">no. 1 mfe=-6.8 unique=yes p=0.9 defect=0.01 gc=0.75 checks=pass model=1999-d2\n; gc: 40-80\n; forbid: EcoRI\n"
    )
    puzzle = RnaPuzzle(SMALL, start="CCCCGAAAGGGG", name="no. 1", model="1999-d2", gc="40-80", forbid="EcoRI")
    assert _read(f"{old}CCCCGAAAGGGG\n{SMALL}\n") == puzzle


@pytest.mark.parametrize("puzzle", [FULL, TWO, RnaPuzzle(SMALL, state="(((......))) at 60", name="é " * 59 + "é")])
@pytest.mark.parametrize("form", ["fasta", "dbn", "dot-bracket", "csv", "genbank"])
def test_a_design_keeps_restraints_and_demands_in_every_form(puzzle: RnaPuzzle, form: str) -> None:
    design = "CCCCGAAAGGGG" if not puzzle.nick else "GGCG&CGCC"
    again = _read(FAMILY.write(puzzle, form, FAMILY.parse_board(puzzle, design)))
    assert (again.target, again.restraints, again.demands, again.model) == (
        puzzle.target,
        puzzle.restraints,
        puzzle.demands,
        puzzle.model,
    )
    assert again.with_nick(again.start) == design
    assert again.name == puzzle.name


def test_blank_lines_cost_no_sign_of_a_form_more_than_their_number() -> None:
    """A mark that can read them in several ways took 28 s for 122 of them, and seconds for some thousand."""
    assert not [one.mark for family in registry.families() for one in family.signs if r"^\s*" in one.mark]
    fasta = next(one.mark for one in FAMILY.signs if one.what == "FASTA")
    assert not re.search(fasta, "\n" * 4000 + "x", re.MULTILINE)
