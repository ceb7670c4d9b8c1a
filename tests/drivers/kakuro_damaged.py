"""A sound Kakuro text in each format, and each with one fault: its place and the message."""

from __future__ import annotations

import pytest

from puzzles.kakuro.formats import KNOWN

KAK = """\
3,3
*,C3,C4
F3,?,?
F4,?,?
"""
DZN = """\
h = 3;
w = 3;
grid_data = [|
0, 0, 0|
0, 1, 1|
0, 1, 1|];
n_h = 2;
h_clue = [|2, 1, 2, 3|
3, 1, 2, 4|];
n_v = 2;
v_clue = [|1, 2, 2, 3|1, 3, 2, 4|];
"""
TWO_GRIDS = """\
rows=3
columns=3
Horizontal
#,#,#
3,0,0
4,0,0
Vertical
#,3,4
#,0,0
#,0,0
"""
PZPRV3 = "pzprv3\nkakuro\n2\n2\n0 3 4 \n3 . . \n4 . . \n. . \n. . \n"
XCSP3 = """\
{
 "nRows": 3,
 "nCols": 3,
 "clues": [
  [{"x": -1, "y": -1}, {"x": -1, "y": 3}, {"x": -1, "y": 4}],
  [{"x": 3, "y": -1}, {"x": 0, "y": 0}, {"x": 0, "y": 0}],
  [{"x": 4, "y": -1}, {"x": 0, "y": 0}, {"x": 0, "y": 0}]]}
"""
JSON = """\
{"family": "kakuro", "form": "crossword", "values": 9,
 "grid": ["*,C3,C4", "F3,?,?",
  "F4,?,?"]}
"""
URL = """\
https://puzz.link/p?kakuro/2/2/n3434
"""
SQUARE = """\
# values 1..5
6 6
6
6
"""

KAK_CELL = "expected *, ?, a digit 1 to 9, or clues such as C19, F14 or C4F14"
BACKSLASH_CELL = "expected down\\across such as 14\\25, \\28 or 9\\, x for black, a digit or an empty cell for white"
NO_WHITE = "there is no white cell; expected a Kakuro with at least one"
ONCE = "expected each digit at most once in a run"

FAULTS = {
    "kak-ragged": (KAK.replace("F3,?,?", "F3,?"), "3:4: row 2 has 2 cells; expected 3"),
    "kak-ragged-long": (KAK.replace("F3,?,?", "F3,?,?,?"), "3:8: row 2 has 4 cells; expected 3"),
    "kak-cell": (KAK.replace("F3,?,?", "F3,q,?"), f"3:4: cell 'q'; {KAK_CELL}"),
    "kak-0": (KAK.replace("F3,?,?", "F3,?,0"), f"3:6: cell '0'; {KAK_CELL}"),
    "kak-reach": (KAK.replace("F3,", "F18,"), "3:1: across clue 18 in 2 cells; expected 3 to 17"),
    "kak-reach2": (KAK.replace("C4", "C99"), "2:6: down clue 99 in 2 cells; expected 3 to 17"),
    "kak-one-cell": ("3,3\n*,C3,*\nF12,?,*\n*,?,*\n", "3:1: across clue 12 in 1 cell; expected 1 to 9"),
    "kak-one-reach": ("2,2\n*,C3\nF12,?\n", "3:1: across clue 12 in 1 cell; expected 1 to 9"),
    "kak-unused": (
        "3,3\n*,C3,C4F5\nF3,?,?\nF4,?,?\n",
        "2:8: across clue 5 with no white cell to its right; expected a white cell to its right, or no across clue",
    ),
    "kak-unused-down": (
        "3,3\n*,C3,*\nF3,?,?\nF4,?,C9\n",
        "4:6: down clue 9 with no white cell below it; expected a white cell below it, or no down clue",
    ),
    "kak-white-first": (
        KAK.replace("F3,?,?", "?,?,?"),
        "3:1: white cell in the first column, with no clue cell to its left; expected a black cell or a clue",
    ),
    "kak-white-top": (
        KAK.replace("*,C3,C4", "*,?,C4"),
        "2:3: white cell in the first row, with no clue cell above it; expected a black cell or a clue",
    ),
    "kak-repeat": (KAK.replace("F3,?,?", "F3,2,2"), f"3:6: digit 2 repeats in its across run; {ONCE}"),
    "kak-repeat-down": ("3,3\n*,C3,C4\nF3,2,?\nF4,2,?\n", f"4:4: digit 2 repeats in its down run; {ONCE}"),
    "kak-long": (
        "2,12\n*" + ",C5" * 11 + "\nF45" + ",?" * 11 + "\n",
        "3:5: across run of 11 cells; expected at most 9 (digits 1 to 9, each once)",
    ),
    "kak-rows": (KAK.replace("3,3\n", "4,3\n"), "1:1: the size line says 4 rows, the grid has 3; expected 3"),
    "kak-cols": (KAK.replace("3,3\n", "3,4\n"), "2:6: row 1 has 3 cells; expected 4"),
    "kak-nothing": ("3,3\n", f"1:1: the text is in no known Kakuro format; expected {KNOWN}"),
    "kak-no-white": ("2,2\n*,*\n*,F3\n", f"2: {NO_WHITE}"),
    "kak-no-white2": ("2,2\n*,*\n*,*\n", f"2: {NO_WHITE}"),
    "bs-ragged": ("\\,3\\,4\\\n\\3,,\n\\4,\n", "3:4: row 3 has 2 cells; expected 3"),
    "bs-cell": ("\\,3\\,4\\\n\\3,,a\n\\4,,\n", f"2:5: cell 'a'; {BACKSLASH_CELL}"),
    "bs-reach": ("\\,3\\,4\\\n\\3,,\n\\44,,\n", "3:2: across clue 44 in 2 cells; expected 3 to 17"),
    "bs-down-reach": ("\\,3\\,44\\\n\\3,,\n\\4,,\n", "1:6: down clue 44 in 2 cells; expected 3 to 17"),
    "colon": (": 3: 4:\n:3 _ _\n:4 _ b\n", f"3:6: cell 'b'; {BACKSLASH_CELL}"),
    "hv-mismatch": (
        TWO_GRIDS.replace("#,0,0\n#,0,0", "#,0,0\n#,0,#"),
        "10:5: black cell in Vertical; expected white, as in Horizontal",
    ),
    "hv-rows": (TWO_GRIDS.replace("rows=3", "rows=4"), "1:6: rows=4, the Horizontal grid has 3; expected 3"),
    "hv-sum": (TWO_GRIDS.replace("3,0,0", "3,0,z"), "5:5: found 'z'; expected #, 0 for a white cell, or a sum"),
    "hv-missing": (
        TWO_GRIDS[: TWO_GRIDS.index("Vert")],
        "there is no Vertical grid; expected the grids Horizontal and Vertical",
    ),
    "hv-ragged": (TWO_GRIDS.replace("4,0,0", "4,0"), "6:3: row 3 has 2 cells; expected 3"),
    "hv-reach": (TWO_GRIDS.replace("#,3,4", "#,3,18"), "8:5: down clue 18 in 2 cells; expected 3 to 17"),
    "dzn-rows": (DZN.replace("h = 3", "h = 4"), "3:1: grid_data has 3 rows; expected 4, as h says"),
    "dzn-n_h": (DZN.replace("n_h = 2", "n_h = 3"), "8:1: h_clue has 2 rows; expected 3, as n_h says"),
    "dzn-len": (DZN.replace("3, 1, 2, 4", "3, 1, 3, 4"), "9:7: length 3 for a run of 2 cells; expected 2"),
    "dzn-sum": (DZN.replace("3, 1, 2, 4", "3, 1, 2, 40"), "9:10: across clue 40 in 2 cells; expected 3 to 17"),
    "dzn-white": (
        DZN.replace("3, 1, 2, 4", "3, 2, 2, 4"),
        "9:1: clue in the white cell at row 3, column 2; expected a black cell",
    ),
    "dzn-outside": (DZN.replace("3, 1, 2, 4", "5, 2, 2, 4"), "9:1: clue at 5; expected 1 to 3"),
    "dzn-cell": (DZN.replace("0, 1, 1|\n", "0, 1, 7|\n"), "5:7: cell '7'; expected 0 for black or 1 for white"),
    "dzn-name": (DZN.replace("n_v", "m_v"), "10:1: the name 'm_v'; expected h, w, grid_data, n_h, h_clue, n_v, v_clue"),
    "dzn-twice": (DZN + "h = 3;\n", "12:1: h is assigned twice; expected one value"),
    "dzn-missing": ("grid_data = [|0,0|0,1|];", "h is not assigned; expected h, w, grid_data, h_clue and v_clue"),
    "dzn-empty": ("h = 0;\nw = 0;\ngrid_data = [||];\nh_clue = [||];\nv_clue = [||];\n", NO_WHITE),
    "dzn-syntax": (DZN + "what\n", "12:1: found 'what'; expected name = value;"),
    "dzn-ragged": (DZN.replace("0, 1, 1|\n", "0, 1|\n"), "5:4: row 2 has 2 cells; expected 3"),
    "dzn-fields": (DZN.replace("3, 1, 2, 4", "3, 1, 4"), "9:7: row 2 has 3 cells; expected 4"),
    "pz-kind": (PZPRV3.replace("kakuro", "sudoku"), "2:1: this is pzprv3 text of 'sudoku'; expected kakuro"),
    "pz-rows": (PZPRV3.replace("2\n2\n", "7\n2\n", 1), "9:1: the grid has 5 rows, margin included; expected 8"),
    "pz-cell": (PZPRV3.replace("3 . . ", "3 . x "), "6:5: cell 'x'; expected . for white, or across,down such as 8,4"),
    "pz-answer": (
        PZPRV3.replace(". . \n. . \n", ". . \n. 0x \n"),
        "8:3: answer '0x'; expected a digit 1 to 9, or . for an open cell",
    ),
    "pz-answer-black": (
        "pzprv3\nkakuro\n1\n2\n0 3 0 \n3 . 0,0 \n. 4 \n",
        "7:3: answer '4' in a black cell; expected .",
    ),
    "pz-margin": (PZPRV3.replace("4 . . ", "q . . "), "7:1: margin cell 'q'; expected a sum, or 0 for none"),
    "pz-early": ("pzprv3\nkakuro\n", "2:1: the text ends early; expected pzprv3, kakuro, rows, columns, then the grid"),
    "pz-sum": (PZPRV3.replace("0 3 4", "0 3 44"), "5:5: down clue 44 in 2 cells; expected 3 to 17"),
    "url-kind": ("https://puzz.link/p?sudoku/9/9/abc", "1:21: this is a puzz.link URL of 'sudoku'; expected kakuro"),
    "url-kind2": (
        "https://puzz.link/p?nurikabe/9/9/abc",
        "1:21: this is a puzz.link URL of 'nurikabe'; expected kakuro",
    ),
    "url-bare": (
        "https://puzz.link/list.html",
        "1:1: the URL 'https://puzz.link/list.html'; expected one with ?kakuro/columns/rows/body",
    ),
    "url-early": ("https://puzz.link/p?kakuro/2/2/n343", "1:36: the URL ends early; expected a sum"),
    "url-early2": ("https://puzz.link/p?kakuro/2/2/m", "1:33: the URL ends early; expected 2 x 2 cells, 3 are there"),
    "url-much": ("https://puzz.link/p?kakuro/2/2/n34345", "1:37: '5' after the last sum; expected the end"),
    "url-cells": ("https://puzz.link/p?kakuro/2/2/o3434", "1:32: 5 cells; expected 4"),
    "url-char": ("https://puzz.link/p?kakuro/2/2/n34~4", "1:35: '~' for a sum; expected 0-9, a-j, A-Z or -"),
    "url-reach": ("https://puzz.link/p?kakuro/2/2/n34Z4", "1:35: across clue 45 in 2 cells; expected 3 to 17"),
    "url-two": (URL.strip() + " " + URL, "1:38: more text after the URL; expected one puzzle"),
    "json-syntax": (
        JSON.replace("9,\n", "9\n"),
        "2:2: this is not JSON (expecting ',' delimiter); expected well-formed JSON",
    ),
    "json-cell": (JSON.replace("F3,?,?", "F3,?,!"), f"2:28: cell '!'; {KAK_CELL}"),
    "json-reach": (JSON.replace("F4,?,?", "F44,?,?"), "3:4: across clue 44 in 2 cells; expected 3 to 17"),
    "json-form": (JSON.replace("crossword", "round"), '"form" is \'round\'; expected "square" or "crossword"'),
    "json-values": (JSON.replace("9,", "10,"), '"values" is 10; expected 9'),
    "json-ragged": (JSON.replace("F4,?,?", "F4,?"), "3:7: row 3 has 2 cells; expected 3"),
    "x-ragged": (XCSP3.replace(', {"x": 0, "y": 0}],', "],"), '6:4: row 2 of "clues" has 2 cells; expected 3'),
    "x-rows": (XCSP3.replace('"nRows": 3', '"nRows": 4'), '"nRows" is 4, "clues" has 3 rows; expected 3'),
    "x-clue": (
        XCSP3.replace('{"x": 3, "y": -1}', '{"x": 3}'),
        '6:4: clue {"x": 3}; expected {"x": across, "y": down}, -1 for no clue',
    ),
    "x-reach": (
        XCSP3.replace('{"x": 3, "y": -1}', '{"x": 30, "y": -1}'),
        "6:4: across clue 30 in 2 cells; expected 3 to 17",
    ),
    "p-reach": (SQUARE.replace("\n6\n6\n", "\n6\n60\n"), "4:1: across clue 60 in 2 cells; expected 3 to 9"),
    "p-ragged": (
        SQUARE.replace("\n6\n6\n", "\n6 1 2\n6 1\n"),
        "4:3: row 2 has 1 cell after its sum; expected 2, or the sum alone",
    ),
    "p-cell": (
        SQUARE.replace("\n6\n6\n", "\n6 1 2\n6 1 a\n"),
        "4:5: cell 'a'; expected a value of 1 to 16, or . for an open cell",
    ),
    "p-values": (SQUARE.replace("5", "50"), "1:13: 50 values; expected 1 to 16"),
    "p-big": (SQUARE.replace("\n6\n6\n", "\n6 1 5\n6 1 6\n"), "4:5: digit 6; expected 1 to 5"),
    "p-header": (SQUARE.replace("6 6", "6 b"), "2:3: found 'b'; expected the sum of a column, a whole number"),
    "p-row-sum": (
        SQUARE.replace("\n6\n6\n", "\n6\nz\n"),
        "4:1: found 'z'; expected the sum of the row, a whole number",
    ),
    "p-long": (
        "# values 1..2\n6 6 6\n6\n",
        "3:1: across run of 3 cells; expected at most 2 (digits 1 to 2, each once)",
    ),
    "puz-cell": ("0 0 0\n0 1 #2\n0 2 x\n", "3:5: cell 'x'; expected 0 for black, a digit, or #digit for a given one"),
    "puz-ragged": ("0 0 0\n0 1 #2\n0 2\n", "3:3: row 3 has 2 cells; expected 3"),
    "puz-repeat": ("0 0 0\n0 1 #2\n0 1 3\n", f"3:3: digit 1 repeats in its down run; {ONCE}"),
    "x-0": ('{"nRows": 1, "nCols": 0, "clues": [[]]}', NO_WHITE),
    "dzn-no-rows": ("h = 0;\nw = 0;\ngrid_data = [||];\nh_clue = [| 1, 1, 1, 1 |];\nv_clue = [||];\n", NO_WHITE),
    "nothing": ("hello world", f"1:1: the text is in no known Kakuro format; expected {KNOWN}"),
}
"""By the name of the fault: the damaged text; line, column (those that are known) and message of the error."""

BAD = [pytest.param(text, reported, id=name) for name, (text, reported) in FAULTS.items()]
