"""Calls of large kernels that are compiled once, on their own, and not again into each kernel that calls them.

Numba links the code of what a kernel calls into the kernel and optimises it again: each search would take as long to
compile as the folding of RNA does. A call by address knows nothing of the other side but its types. The address holds
for one process: it is asked for when a state is built, and handed to kernels in an array that no checkpoint keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles.engine.kernels import INTERPRETED, intrinsic

if not INTERPRETED:
    import numba
    from numba import types
    from numba.core import cgutils

_interpreted: list[Callable[..., Any]] = []


def address_of(kernel: Callable[..., Any], *arguments: object) -> int:
    """Where the machine code of a kernel for such arguments is; compiled, or loaded from the cache, if it isn't yet.

    The kernel, a module's own function, must return int64 and raise nothing; it stays loaded as long as the process.
    ValueError if it returns another type. Interpreted, the address is a number that `call_at` knows the kernel by.
    """
    if INTERPRETED:
        if kernel not in _interpreted:
            _interpreted.append(kernel)
        return _interpreted.index(kernel) + 1
    signature = tuple(numba.typeof(one) for one in arguments)
    kernel.compile(signature)  # type: ignore[attr-defined]
    compiled = kernel.overloads[signature]  # type: ignore[attr-defined]
    if compiled.signature.return_type != types.int64:
        raise ValueError(f"{kernel.__name__} returns {compiled.signature.return_type}, not int64")
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


@intrinsic(lambda address, arguments: _interpreted[address - 1](*arguments))
def call_at(typing_context, address, arguments):
    """What the kernel at the address (int64) returns for a tuple of arguments of the types that it was compiled for."""
    signature = types.int64(types.int64, arguments)

    def generate(context, builder, signature, values):
        kinds = tuple(signature.args[1].types)
        kind = context.call_conv.get_function_type(types.int64, kinds)
        function = builder.inttoptr(values[0], kind.as_pointer())
        given = cgutils.unpack_tuple(builder, values[1])
        _, returned = context.call_conv.call_function(builder, function, types.int64, kinds, given)
        return returned

    return signature, generate
