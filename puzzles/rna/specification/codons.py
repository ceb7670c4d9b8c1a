"""The standard genetic code, how often each codon is used in some organisms, and the sites of restriction enzymes.

Usage: the share that a codon has among those of its amino acid. Nakamura, Gojobori and Ikemura, Nucleic Acids Research
28, 2000 (www.kazusa.or.jp/codon), as collected in python_codon_tables 0.1.18 (public domain): taxa 9606, 316407, 4932.
Sites as in REBASE (Roberts and others, Nucleic Acids Research 51, 2023), compared with those of Biopython 1.88's
Bio.Restriction. Where an enzyme cuts does not matter here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

_ACIDS = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
"""NCBI's translation table 1, codons in the order of U, C, A, G."""

CODE: Mapping[str, str] = {"".join(three): acid for three, acid in zip(product("UCAG", repeat=3), _ACIDS, strict=True)}
"""The amino acid of each codon, * for a stop."""

CODONS_OF: Mapping[str, tuple[str, ...]] = {
    **{acid: tuple(sorted(codon for codon in CODE if CODE[codon] == acid)) for acid in sorted(set(_ACIDS))},
    "X": tuple(sorted(CODE)),
}
"""The codons of each amino acid; X is any, or a stop."""

_PERCENT = {
    "human": "43 53 57 47 28 36 11 25 21 24 21 15 17 47 100 36 27 58 73 42 28 32 11 29 11 18 20 8 7 20 40 13 "
    "42 54 58 46 23 40 11 27 25 34 25 16 12 24 46 18 30 56 24 44 15 22 5 19 47 54 100 46 8 54 13 46",
    "e-coli": "76 55 24 45 13 44 27 16 4 28 2 15 7 42 100 51 35 43 65 57 19 12 53 16 6 40 10 38 4 10 50 10 "
    "69 37 31 63 21 27 36 16 11 41 15 34 15 22 37 26 64 43 7 57 12 15 15 15 29 56 100 44 13 43 13 57",
    "yeast": "58 41 42 59 30 22 14 35 48 11 21 16 27 26 100 46 69 36 31 64 42 15 12 31 7 6 4 14 14 6 11 13 "
    "70 35 30 65 29 22 11 38 22 19 12 47 21 21 19 39 47 44 23 56 21 16 10 26 30 37 100 63 28 41 29 59",
}

USAGES: Mapping[str, Mapping[str, float]] = {
    name: {codon: int(percent) / 100 for codon, percent in zip(sorted(CODE), row.split(), strict=True)}
    for name, row in _PERCENT.items()
}
"""The share of each codon among those of its amino acid, by the organism's name."""


_SITES = """
AarI CACCTGC AatII GACGTC Acc65I GGTACC AccI GTMKAC AclI AACGTT AflII CTTAAG AflIII ACRYGT AgeI ACCGGT AluI AGCT
ApaI GGGCCC ApaLI GTGCAC AscI GGCGCGCC AseI ATTAAT AsiSI GCGATCGC AvaI CYCGRG AvrII CCTAGG BamHI GGATCC BbsI GAAGAC
BbvCI CCTCAGC BbvI GCAGC BclI TGATCA BfuAI ACCTGC BglI GCCNNNNNGGC BglII AGATCT BlpI GCTNAGC BmtI GCTAGC BpmI CTGGAG
BsaI GGTCTC BsmBI CGTCTC BsmI GAATGC BspEI TCCGGA BspHI TCATGA BspMI ACCTGC BspQI GCTCTTC BsrGI TGTACA BssHII GCGCGC
BstBI TTCGAA BstEII GGTNACC BstXI CCANNNNNNTGG Bsu36I CCTNAGG BtgZI GCGATG ClaI ATCGAT DpnI GATC DpnII GATC
DraI TTTAAA DraIII CACNNNGTG EagI CGGCCG EarI CTCTTC EcoNI CCTNNNNNAGG EcoRI GAATTC EcoRV GATATC Esp3I CGTCTC
FokI GGATG FseI GGCCGGCC FspI TGCGCA HaeII RGCGCY HaeIII GGCC HgaI GACGC HhaI GCGC HinP1I GCGC HincII GTYRAC
HindIII AAGCTT HinfI GANTC HpaI GTTAAC HpaII CCGG KasI GGCGCC KpnI GGTACC MboI GATC MfeI CAATTG MluI ACGCGT
MlyI GAGTC MmeI TCCRAC MscI TGGCCA MseI TTAA MspI CCGG NaeI GCCGGC NarI GGCGCC NcoI CCATGG NdeI CATATG NgoMIV GCCGGC
NheI GCTAGC NlaIII CATG NotI GCGGCCGC NruI TCGCGA NsiI ATGCAT NspI RCATGY PacI TTAATTAA PaqCI CACCTGC PciI ACATGT
PflMI CCANNNNNTGG PmeI GTTTAAAC PmlI CACGTG PpuMI RGGWCCY PsiI TTATAA PspOMI GGGCCC PspXI VCTCGAGB PstI CTGCAG
PvuI CGATCG PvuII CAGCTG RsaI GTAC SacI GAGCTC SacII CCGCGG SalI GTCGAC SapI GCTCTTC SbfI CCTGCAGG ScaI AGTACT
SexAI ACCWGGT SfaNI GCATC SfiI GGCCNNNNNGGCC SfoI GGCGCC SgrAI CRCCGGYG SmaI CCCGGG SmlI CTYRAG SnaBI TACGTA
SpeI ACTAGT SphI GCATGC SrfI GCCCGGGC SspI AATATT StuI AGGCCT StyI CCWWGG SwaI ATTTAAAT TaqI TCGA Tsp45I GTSAC
XbaI TCTAGA XcmI CCANNNNNNNNNTGG XhoI CTCGAG XmaI CCCGGG XmnI GAANNNNTTC ZraI GACGTC
"""

_WORDS = _SITES.split()

SITES: dict[str, str] = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
"""The site on one strand, 5' to 3', in IUPAC letters of DNA, by the enzyme's name."""

BY_LOWER_CASE = {name.lower(): name for name in SITES}
