"""How Numba compiles kernels and the functions within them (`puzzles.engine.kernels` declares them).

What Numba does for each function by default costs more than the kernels themselves: wrappers for Python and C, whole
optimisation and machine code of functions that are only ever linked into others, the same operators typed again and
again. Left out, everything compiles in half the CPU seconds, to machine code as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from llvmlite import ir
from llvmlite.binding import Linkage, parse_assembly
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import LoweringError
from numba.core.registry import CPUDispatcher
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.np import arrayobj

from puzzles.engine.kernel_files import KernelFiles
from puzzles.engine.state_types import set_apart, type_of

OPTIONS = {"nopython": True, "boundscheck": None, "no_cfunc_wrapper": True, "_nrt": False}
"""Of Numba, for kernels and the functions within them: NUMBA_BOUNDSCHECK decides, nothing counts references."""
NEW_SHARE = 0.1
"""What is inlined is optimised if so much of its code, and of what is inlined into it, was not yet.

With 0 the same code is optimised at each level, and no search is faster; with 0.3 TSPTW's GNRPA lost 2 %.
"""


def compiled(function: Callable[..., Any]) -> Any:
    """The function, compiled on its first call from Python, cached on disk, releasing the GIL while it runs."""
    made = uncached(function)
    made._cache = KernelFiles(function)
    return made


def uncached(function: Callable[..., Any]) -> Any:
    """As `compiled`, but compiled again in each process."""
    return _Kernel(function, targetoptions={**OPTIONS, "nogil": True}, pipeline_class=_KernelCompiler)


def compiled_inner(function: Callable[..., Any], *, inline: bool, loops: bool = False) -> Any:
    """The function for kernels to call; with `inline` LLVM always inlines it.

    What is inlined is optimised first, with what is inlined into it, before kernels are with it: without that, some
    searches lost 4 to 10 % of their speed. With `loops` it is also brought to machine code first, which nothing uses:
    passes on the way there, strength reduction above all, change its loops. It is not cached: the kernels that it is
    linked into are.
    """
    return _Inner(
        function,
        targetoptions={**OPTIONS, "forceinline": inline, "no_cpython_wrapper": True},
        inline=inline,
        reduce=loops,
    )


def resolve_by_class(stub: Callable[..., Any], implementations: Mapping[type, Any]) -> None:
    """Lets kernels that call the stub call the implementation for the class of the first argument, a NamedTuple.

    `implementations` are functions as `compiled_inner` makes them; more may be added later. A class that it has no
    entry for (KeyError) is a typing error.
    """

    class _Operation(AbstractTemplate):  # type: ignore[misc]
        key = stub
        chosen: dict[Any, Any] = {}  # noqa: RUF012 - Numba makes an instance a call; the class keeps what it found

        def generic(self, args: Any, kws: Any) -> Any:
            state = args[0] if args else next(iter(kws.values()))
            # BaseNamedTuple: Numba types a NamedTuple with equal field types as NamedUniTuple
            if not isinstance(state, types.BaseNamedTuple):
                return None
            try:
                implementation = types.Dispatcher(implementations[state.instance_class])
            except KeyError:
                return None
            signature = implementation.get_call_type(self.context, args, kws)
            self.chosen[signature.args] = implementation.get_overload(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return self.chosen[signature.args]

    infer_global(stub, types.Function(_Operation))


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Kernels are not inlined into what Python calls, which fills tables that they take as never changed."""

    def add_ir_module(self, ir_module: Any) -> None:
        for function in ir_module.functions:
            if function.blocks:
                function.attributes.add("noinline")
        set_apart(ir_module)
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        self._linking_libraries += _subroutines(self)
        super().finalize()

    def _verify_declare_only_symbols(self) -> None:
        for function in self._final_module.functions:
            assert not (function.is_declaration and function.name.startswith("_ZN")), f"{function.name} is not linked"


class _KernelCompiler(Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> Any:
        self.state.library = _KernelLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    def typeof_pyval(self, value: Any) -> Any:
        found = type_of(value)
        self._types_active_call.add(found)
        return found


def _subroutines(library: Any) -> list[_InnerLibrary]:
    """The libraries of all subroutines that are called from there, also by each other and by what is inlined.

    Each is behind all that call it: LLVM links no function that nothing calls yet.
    """
    found: dict[_InnerLibrary, None] = {}

    def visit(caller: Any) -> None:
        for called in caller._linking_libraries:
            if isinstance(called, _InnerLibrary) and called not in found:
                visit(called)
                found[called] = None

    visit(library)
    return [one for one in reversed(found) if not one.inline]


class _InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """LLVM code that is linked into kernels, which bring it to machine code with their own.

    What is inlined into it is in it. Subroutines are declared, with what LLVM found out about them: Numba would link
    them in, and optimise them again in each function that is between them and the kernel.
    """

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironment(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    _linking_libraries: list[Any]
    inline = reduce = False
    size = new = 0
    """Bytes of LLVM code with what is inlined into it, before any was optimised; and of how many of them none was."""

    def add_ir_module(self, ir_module: Any) -> None:
        if not self.inline:
            set_apart(ir_module)
        super().add_ir_module(ir_module)

    def add_llvm_module(self, module: Any) -> None:
        self.size = self.new = len(module.as_bitcode())
        super().add_llvm_module(module)

    def finalize(self) -> None:
        called = dict.fromkeys(self._linking_libraries)
        self._linking_libraries = []
        for one in called:
            if isinstance(one, _InnerLibrary) and not one.inline:
                self._final_module.link_in(parse_assembly(one.declarations))
            else:
                self._linking_libraries.append(one)
                if isinstance(one, _InnerLibrary):
                    self.size += one.size
                    self.new += one.new
        super().finalize()
        self._linking_libraries = list(called)

    @cached_property
    def declarations(self) -> str:
        """The functions that others may call, in LLVM's language."""
        module = self._final_module
        lines = [line for line in str(module).splitlines() if line.startswith(("target ", "%", "attributes "))]
        for function in module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                head = next(line for line in str(function).splitlines() if line.startswith("define "))
                lines.append("declare " + head.removeprefix("define ").removesuffix("{"))
        return "\n".join(lines)

    def _optimize_final_module(self) -> None:
        if self.inline and not self.reduce and self.new < NEW_SHARE * self.size:
            return
        self.new = 0
        super()._optimize_final_module()
        if self.reduce:
            self._codegen._tm.emit_object(self._final_module)

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _WithoutEnvironment:
    """A code generator that sets no environment (it has the constants for calls of Python): that needs an address."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        pass


class _InnerCompiler(Compiler):  # type: ignore[misc]
    inline = reduce = False

    def define_pipelines(self) -> Any:
        self.state.library = _InnerLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.inline, self.state.library.reduce = self.inline, self.reduce
        return super().define_pipelines()


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """Calls from Python, as tests make them, go through a kernel of its own: without a wrapper they would crash."""

    def __init__(
        self, py_func: Callable[..., Any], locals: Any = None, targetoptions: Any = None, **steps: bool
    ) -> None:
        pipeline = type("_Pipeline", (_InnerCompiler,), steps)
        super().__init__(py_func, locals, targetoptions, pipeline_class=pipeline)

    def __call__(self, *arguments: Any) -> Any:
        return self._outer(*arguments)

    @cached_property
    def _outer(self) -> Callable[..., Any]:
        outer: Callable[..., Any] = uncached(self.py_func)
        return outer


def _remember_call_types() -> None:
    """Lets Numba remember which implementation an operator or function has for which types of arguments.

    It tries all that are registered, each time: some twenty for a sum of two integers, a sixth of a kernel's time.
    Only where reference counting is off, as in kernels: implementations may differ by that.
    """
    resolve = BaseFunction.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        flags = ConfigStack.top_or_none()
        if flags is None or flags.nrt:
            return resolve(self, context, args, kws)
        key = (context, tuple(args), tuple(kws.items()))
        known = self.__dict__.setdefault("_known_call_types", {})
        if key not in known:
            known[key] = resolve(self, context, args, kws)
        return known[key]

    BaseFunction.get_call_type = get_call_type  # type: ignore[method-assign]


def _index_from_the_start() -> None:
    """Lets kernels take each index as it is: Numba tests all signed ones for being negative, which count from the end.

    Without that, Kakuro's and Latin's searches are 13 to 25 % faster. A negative literal is refused when the kernel is
    compiled; NUMBA_BOUNDSCHECK=1 refuses every negative index, as it does those past the end.
    """
    from_either_end = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if context.enable_nrt:  # not a kernel's
            return from_either_end(context, builder, kind, index, size)
        if isinstance(index, ir.Constant) and index.constant < 0:
            raise LoweringError(f"kernels have no negative indices: write array[array.size - {-index.constant}]")
        return context.cast(builder, index, kind, types.intp)

    arrayobj.fix_integer_index = fix_integer_index


_remember_call_types()
_index_from_the_start()
