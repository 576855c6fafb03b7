"""How rules become machine code: once, where Python calls one of them, together with all that it calls.

Numba makes every function ready to be called from Python: with two wrappers, optimised and translated
with all that it calls, which has been through the same before. Most rules are only ever called by rules.
So a rule that another one asks for is an *inner* one, which stays as it was lowered. What Python calls is
the *outer* one, and nobody else calls what is inside it, so that LLVM may cut and inline as it likes.
"""

from typing import Any

import llvmlite.binding as llvm
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typed_passes import AnnotateTypes

OPTIONS = {
    "nopython": True, "nogil": True, "error_model": "numpy",
    "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
}  # fmt: skip
LEVEL = 2
NOWHERE = 0  # the address of what is no machine code


class _Library(JITCodeLibrary):  # type: ignore[misc]
    def _optimize_functions(self, module: Any) -> None:
        """A first tidying of what was lowered, by one set of passes for all functions."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for name in _defined_in(module):
            passes.run(module.get_function(name), builder)

    def _link(self) -> None:
        for called in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(called._reload_init)
            self._final_module.link_in(called._get_module_for_linking(), preserve=True)


class OuterLibrary(_Library):
    """A rule that Python calls, with all that it calls."""

    def finalize(self) -> None:
        """Optimise everything together, as a program of its own."""
        self._codegen._check_llvm_bugs()
        own = _defined_in(self._final_module)
        self._link()
        for name in _defined_in(self._final_module) - own:
            self._final_module.get_function(name).linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _optimize_final_module(self) -> None:
        """Once, at the second level: the third unrolls and inlines so much that rules run slower."""
        passes, builder = self._codegen._module_pass_manager(opt=min(LEVEL, int(config.OPT)))
        passes.run(self._final_module, builder)


class InnerLibrary(_Library):
    """A rule and all it calls, for linking into others."""

    @property
    def codegen(self) -> "InnerLibrary":
        """What Numba asks to `set_env`: this library itself, which has no code that could use one."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: the environment is set where the rule becomes machine code."""

    def finalize(self) -> None:
        """Put what the rule calls beside it, and leave it at that."""
        self._link()
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: nothing of this can be called from Python."""
        del name
        self._ensure_finalized()
        return NOWHERE

    def as_bitcode(self) -> bytes:
        """What the cache keeps of it."""
        return bytes(self._get_module_for_linking().as_bitcode())

    @classmethod
    def from_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> "InnerLibrary":
        """A library as it was kept."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


def _defined_in(module: Any) -> set[str]:
    return {function.name for function in module.functions if not function.is_declaration}


@register_pass(mutates_CFG=False, analysis_only=False)
class _IntoInnerLibrary(LoweringPass):  # type: ignore[misc]
    """Has a rule lowered into a library of our own kind."""

    _name = "into_inner_library"
    library: type[JITCodeLibrary] = InnerLibrary

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Nothing of the rule itself is changed."""
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=False)
class _IntoOuterLibrary(_IntoInnerLibrary):
    _name = "into_outer_library"
    library = OuterLibrary


class _InnerCompiler(CompilerBase):  # type: ignore[misc]
    into: type[LoweringPass] = _IntoInnerLibrary

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own, with our library."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.into, AnnotateTypes)
        passes.finalize()
        return [passes]


class OuterCompiler(_InnerCompiler):
    """How a rule is compiled that Python calls."""

    into = _IntoOuterLibrary


class Inner(CPUDispatcher):  # type: ignore[misc]
    """A rule for rules."""

    def __init__(self, function: Any, cache: Any) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=_InnerCompiler)
        self._cache = cache

    def compile(self, signature: Any) -> Any:
        """As Numba does it, less the clocks that it lets run for every call into LLVM."""
        with global_compiler_lock, self._compiling_counter:
            arguments, returned = normalize_signature(signature)
            if arguments not in self.overloads:
                self.add_overload(self._kept(signature) or self._made(signature, arguments, returned))
            return self.overloads[arguments].entry_point

    def _kept(self, signature: Any) -> Any:
        found = self._cache.load_overload(signature, self.targetctx)
        if found is not None:
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
        return found

    def _made(self, signature: Any, arguments: Any, returned: Any) -> Any:
        compiled = self._compiler.compile(arguments, returned)
        self._cache.save_overload(signature, compiled)
        return compiled
