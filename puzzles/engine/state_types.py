"""How kernels are handed states: by the address of a table of their fields, for Numba.

Numba hands a NamedTuple to a function field by field, and each array as seven numbers or more. So a state of a hundred
arrays was a thousand arguments of every function that it went through, packed and unpacked on both sides: most of the
code that Numba wrote and LLVM had to read. Here Python's call of a kernel fills a table, and what kernels hand on is
where it is. Nothing changes it until the call is over, and LLVM is told so: what it has loaded from there stays valid.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import register_default
from numba.core.datamodel.models import PrimitiveModel
from numba.core.errors import NumbaValueError, TypingError
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.typeof import Purpose
from numba.extending import NativeValue, unbox
from numba.np.arrayobj import populate_array

WORD = 8
"""Bytes of an entry; no scalar of a state is longer."""

_BYTE, _INTEGER = ir.IntType(8), ir.IntType(64)
_TABLE = _BYTE.as_pointer()


class StateType(types.NamedTuple):  # type: ignore[misc]
    """The type of a NamedTuple in a kernel's arguments. Its name is short: names of functions have it in them."""

    def __init__(self, kinds: Sequence[Any], cls: type) -> None:
        super().__init__(kinds, cls)
        content = repr((cls.__module__, cls.__qualname__, self.fields, [str(one) for one in kinds]))
        self.name = f"{cls.__name__}.{hashlib.sha256(content.encode()).hexdigest()[:16]}"

    @property
    def key(self) -> Any:
        return self.instance_class, self.name


def type_of(value: object, name: str = "an argument") -> Any:
    """Numba's type of an argument of a kernel: a state's where it has a NamedTuple. TypingError if it has none."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        names = [f"{type(value).__name__}.{field}" for field in fields] if fields else [name] * len(value)
        kinds = tuple(map(type_of, value, names))
        return types.BaseTuple.from_types(kinds) if fields is None else _state_type(kinds, type(value))
    try:
        return numba.typeof(value, Purpose.argument)
    except (NumbaValueError, ValueError):
        raise TypingError(f"{name} is of type {type(value).__name__}, which kernels can't be given") from None


@cache
def _state_type(kinds: tuple[Any, ...], cls: type) -> StateType:
    return StateType(kinds, cls)


@cache
def _entries(kind: Any) -> int:
    """How many entries of the table a value of the type takes."""
    if isinstance(kind, types.BaseTuple):
        return sum(map(_entries, kind))
    if isinstance(kind, types.Array):
        return 2 + 2 * int(kind.ndim)  # where its items are, how many, its shape and its strides
    return 0 if isinstance(kind, types.NoneType) else 1


@register_default(StateType)
class _StateModel(PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: StateType) -> None:
        super().__init__(manager, kind, _TABLE)
        self._size = WORD * _entries(kind)

    def from_argument(self, builder: Any, value: Any) -> Any:
        if isinstance(value, ir.Argument):  # LLVM may load fields before a loop that may need them
            value.attributes.dereferenceable = self._size
            value.attributes.align = WORD
        return value


def set_apart(module: Any) -> None:
    """Says of the functions' states that nothing which they write is in a table.

    LLVM needs it where a load is moved out of a loop that may not be entered: it forgets then that it is invariant.
    """
    for argument in [one for function in module.functions for one in function.args]:
        if argument.attributes.dereferenceable:
            argument.add_attribute("noalias")


@lower_getattr_generic(StateType)  # type: ignore[untyped-decorator]
def _field(context: Any, builder: Any, kind: StateType, table: Any, name: str) -> Any:
    return _load_field(context, builder, kind, table, kind.fields.index(name))


@lower_builtin("static_getitem", StateType, types.IntegerLiteral)  # type: ignore[untyped-decorator]
def _numbered_field(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Of a state that is unpacked: its `arguments` are the table and the index."""
    return _load_field(context, builder, signature.args[0], *arguments)


def _load_field(context: Any, builder: Any, kind: StateType, table: Any, index: int) -> Any:
    return _load(context, builder, kind.types[index], table, sum(map(_entries, kind.types[:index])))


def _load(context: Any, builder: Any, kind: Any, table: Any, at: int) -> Any:
    """The value of the type that begins with that entry."""
    if isinstance(kind, StateType):
        return _place(builder, table, at)
    if isinstance(kind, types.NoneType):
        return context.get_dummy_value()
    if isinstance(kind, types.BaseTuple):
        starts = [at + sum(map(_entries, kind.types[:number])) for number in range(len(kind))]
        parts = [_load(context, builder, one, table, start) for one, start in zip(kind, starts, strict=True)]
        return context.make_tuple(builder, kind, parts)
    if isinstance(kind, types.Array):
        return _load_array(context, builder, kind, table, at)
    model = context.data_model_manager[kind]
    if isinstance(kind, types.Record):
        return _load_word(builder, model.get_value_type(), table, at)
    return model.from_data(builder, _load_word(builder, model.get_data_type(), table, at))


def _load_array(context: Any, builder: Any, kind: Any, table: Any, at: int) -> Any:
    data = _load_word(builder, context.get_value_type(types.CPointer(kind.dtype)), table, at)
    items, *lengths = (_load_word(builder, _INTEGER, table, at + 1 + number) for number in range(1 + 2 * kind.ndim))
    shape, strides = lengths[: kind.ndim], lengths[kind.ndim :]
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    if kind.ndim == 1 and kind.layout == "C":
        items, strides = shape[0], [size]
    array = context.make_array(kind)(context, builder)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    array.nitems = items  # else it would be multiplied again
    return array._getvalue()


def _load_word(builder: Any, kind: Any, table: Any, at: int) -> Any:
    found = builder.load(builder.bitcast(_place(builder, table, at), kind.as_pointer()))
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


def _place(builder: Any, table: Any, at: int) -> Any:
    return builder.gep(table, [ir.Constant(_INTEGER, WORD * at)], inbounds=True, source_etype=_BYTE)


@unbox(StateType)  # type: ignore[untyped-decorator]
def _unbox(kind: StateType, given: Any, c: Any) -> NativeValue:
    table = cgutils.alloca_once(c.builder, ir.ArrayType(_INTEGER, _entries(kind)))
    table = c.builder.bitcast(table, _TABLE)
    failed = cgutils.alloca_once_value(c.builder, cgutils.false_bit)
    _fill(kind, given, c, table, 0, failed)
    return NativeValue(table, is_error=c.builder.load(failed))


def _fill(kind: StateType, given: Any, c: Any, table: Any, at: int, failed: Any) -> None:
    """Writes the fields of Python's NamedTuple into the table, from that entry on."""
    for number, one in enumerate(kind):
        item = c.pyapi.tuple_getitem(given, number)
        if isinstance(one, StateType):
            _fill(one, item, c, table, at, failed)
        elif not isinstance(one, types.NoneType):
            native = c.unbox(one, item)
            with c.builder.if_then(native.is_error, likely=False):
                c.builder.store(cgutils.true_bit, failed)
            _store(c.context, c.builder, one, native.value, table, at)
        at += _entries(one)


def _store(context: Any, builder: Any, kind: Any, value: Any, table: Any, at: int) -> None:
    words: list[Any] = []
    if isinstance(kind, StateType):  # of a plain tuple, with a table of its own
        source = builder.bitcast(value, _INTEGER.as_pointer())
        words = [builder.load(builder.gep(source, [ir.Constant(_INTEGER, k)])) for k in range(_entries(kind))]
    elif isinstance(kind, types.BaseTuple):
        for number, one in enumerate(kind):
            _store(context, builder, one, builder.extract_value(value, number), table, at)
            at += _entries(one)
    elif isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        lengths = (cgutils.unpack_tuple(builder, one) for one in (array.shape, array.strides))
        words = [array.data, array.nitems, *(word for one in lengths for word in one)]
    else:
        model = context.data_model_manager[kind]
        words = [value if isinstance(kind, types.Record) else model.as_data(builder, value)]
    for number, word in enumerate(words):
        builder.store(word, builder.bitcast(_place(builder, table, at + number), word.type.as_pointer()))
