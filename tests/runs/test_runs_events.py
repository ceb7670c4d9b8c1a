"""The event file: appended whole, read as it grows, added up; a full disk loses nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from solvers.runs import folder
from solvers.runs import ledger as ledger_module
from solvers.runs.events import (
    LONGEST_QUEUE,
    Counted,
    EventLog,
    Finished,
    Generated,
    Improved,
    Note,
    Paused,
    Progress,
    Resumed,
    Solved,
    Started,
    decode_all,
    encode,
)
from solvers.runs.folder import Tail, new_run
from solvers.runs.ledger import Ledger
from solvers.runs.reader import view
from solvers.runs.spec import CompileSpec


def improved(score: float, playouts: int, worker: int = 0, at: float | None = None) -> Improved:
    at = playouts / 100 if at is None else at
    return Improved(worker=worker, at=at, playouts=playouts, score=score, board=[playouts])


def started(worker: int = 0) -> Started:
    return Started(worker=worker, pid=10 + worker, time="", version="")


def added_up(*events: object) -> Ledger:
    ledger = Ledger()
    ledger.read(b"".join(encode(event) for event in events))  # type: ignore[arg-type]
    return ledger


def test_events_of_several_writers_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    logs = [EventLog(path), EventLog(path)]
    events = [Note(worker=number % 2, text=f"n{number}") for number in range(6)]
    assert all(logs[event.worker].append(event) for event in events)
    assert decode_all(path.read_bytes()) == events


def test_half_a_line_of_a_killed_writer_does_not_spoil_the_next(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(encode(Note(text="first")) + b'{"event": "no')
    EventLog(path).append(Note(text="second"))
    assert decode_all(path.read_bytes()) == [Note(text="first"), Note(text="second")]


def test_on_a_full_disk_events_wait_in_order_and_are_written_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.symlink_to("/dev/full")
    log = EventLog(path)
    assert not log.append(Note(text="first"))
    assert not log.append(Note(text="second"))
    assert log.trouble == "the disk is full: events.jsonl can't be written"
    assert log.waiting == 2
    path.unlink()
    assert log.append(Note(text="third"))
    assert log.trouble == ""
    assert decode_all(path.read_bytes()) == [Note(text=text) for text in ("first", "second", "third")]


def test_a_long_full_disk_costs_progress_but_no_news(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.symlink_to("/dev/full")
    log = EventLog(path)
    log.append(Note(text="news"))
    for playouts in range(LONGEST_QUEUE + 5):
        log.append(Progress(playouts=playouts))
    assert log.waiting < 10
    path.unlink()
    log.flush()
    assert Note(text="news") in decode_all(path.read_bytes())


def test_a_line_that_was_cut_by_the_disk_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "events.jsonl"
    log, write, room = EventLog(path), os.write, [10]

    def short(descriptor: int, data: bytes) -> int:
        if room[0] == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = write(descriptor, data[: room[0]])
        room[0] -= taken
        return taken

    monkeypatch.setattr(os, "write", short)
    assert not log.append(Note(text="a"))
    room[0] = 10_000
    assert log.append(Note(text="b"))
    assert decode_all(path.read_bytes()) == [Note(text="a"), Note(text="b")]


def test_no_event_makes_a_removed_folder_again(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "gone" / "events.jsonl")
    with pytest.raises(FileNotFoundError):
        log.append(Note(text="a"))
    assert not (tmp_path / "gone").exists()


def test_a_tail_gives_whole_new_lines_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    tail = Tail(path)
    assert tail.read() == (False, b"")
    path.write_bytes(b"one\ntw")
    assert tail.read() == (True, b"one\n")
    assert tail.read() == (False, b"")
    with path.open("ab") as file:
        file.write(b"o\nthree\n")
    assert tail.read() == (False, b"two\nthree\n")


def test_a_tail_notices_a_replaced_and_a_cut_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one\ntwo\n")
    tail = Tail(path)
    tail.read()
    (tmp_path / "other").write_bytes(b"fresh\nlines\nhere\n")
    (tmp_path / "other").replace(path)
    assert tail.read() == (True, b"fresh\nlines\nhere\n")
    os.truncate(path, 6)
    assert tail.read() == (True, b"fresh\n")


def test_a_tail_of_a_device_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.symlink_to("/dev/zero")
    assert Tail(path).read() == (False, b"")


def test_a_long_file_is_read_in_parts_of_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "CHUNK", 10)
    path = tmp_path / "file"
    path.write_bytes(b"one\ntwo\nthree\nfourteen letters\nfi")
    tail = Tail(path)
    parts = [tail.read() for _ in range(4)]
    assert parts == [(True, b"one\ntwo\n"), (False, b"three\n"), (False, b"fourteen letters\n"), (False, b"")]
    assert tail.left_out == 0


def test_of_a_very_long_file_beginning_and_end_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "CHUNK", 50)
    monkeypatch.setattr(folder, "LONGEST", 200)
    path = tmp_path / "file"
    lines = [b"line %03d\n" % number for number in range(100)]
    path.write_bytes(b"".join(lines))
    tail, seen = Tail(path), b""
    while part := tail.read()[1]:
        seen += part
    assert seen == b"".join(lines[:5] + lines[-22:])
    assert tail.left_out == 73 * len(lines[0])
    path.write_bytes(b"x" * 10_000)  # no line at all
    assert len(tail.read()[1]) < 500


def test_a_run_with_a_very_long_log_is_shown_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "CHUNK", 500)
    monkeypatch.setattr(folder, "LONGEST", 2_000)
    run = new_run(CompileSpec())
    lines = [encode(Improved(score=number, board=[number], at=number, playouts=number)) for number in range(200)]
    run.events_path.write_bytes(encode(started()) + b"".join(lines) + encode(Finished(reason="budget")))
    seen = view(run)
    assert (seen.best_score, seen.board) == (199.0, (199,))
    assert [line.text for line in seen.log if line.note] == ["0 MB of events are left out here"]
    assert seen.history[0] == (0.0, 0.0)


def test_boards_of_old_improvements_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "BOARDS_KEPT", 3)
    monkeypatch.setattr(ledger_module, "LINES_KEPT", 5)
    ledger = added_up(started(), *(improved(score, 100 + score) for score in range(20)))
    assert [bool(one.board) for one in ledger.improved] == [False] * 17 + [True] * 3
    assert len(ledger.history()) == 20
    assert ledger.best is not None
    assert ledger.best.board == [119]
    assert 5 <= len(ledger.lines) <= 10
    assert ledger.lines[-1][1].at == 1.19


def test_the_best_of_all_workers_makes_the_history() -> None:
    ledger = added_up(
        started(),
        started(1),
        improved(-9, 100),
        improved(-8, 300, worker=1),
        improved(-9, 200, worker=1),
        improved(-5, 400),
    )
    assert [(at, score) for at, _, score in ledger.history()] == [(1.0, -9.0), (3.0, -8.0), (4.0, -5.0)]
    assert ledger.best is not None
    assert ledger.best.board == [400]


def test_a_resumed_worker_takes_back_what_it_said_too_much() -> None:
    ledger = added_up(
        started(),
        started(1),
        improved(-9, 100),
        improved(-8, 100, worker=1),
        improved(-3, 500),
        Solved(at=6.0, playouts=600, score=0, board=[1], seconds=6.0),
        Counted(at=6.0, playouts=600, solutions="unique", boards=[[1]]),
        Generated(at=6.0, playouts=600, puzzle={}, solution=[1]),
        Resumed(at=1.0, playouts=100, pid=77, time=""),
    )
    assert ledger.solved is None
    assert [(at, score) for at, _, score in ledger.history()] == [(1.0, -9.0), (1.0, -8.0)]
    assert (ledger.counted, ledger.generated) == ([], [])
    assert ledger.workers[0].pid == 77
    texts = [line.text for _, line in ledger.lines]
    assert "Score -9" in texts
    assert not any(" -3 " in text or "solved" in text for text in texts)


def test_a_worker_that_starts_again_drops_everything() -> None:
    ledger = added_up(started(), improved(-9, 100), Finished(playouts=200, reason="stopped"), started())
    assert ledger.best is None
    assert ledger.workers[0].reason == ""


def test_damaged_and_unknown_lines_are_skipped() -> None:
    ledger = Ledger()
    ledger.read(encode(started()) + b'{"event": "im\n\xff\xfe\n[]\n{"event": "new"}\n\n' + encode(Paused()))
    assert [line.text for _, line in ledger.lines] == ["Started.", "Paused."]
    assert ledger.workers[0].paused
