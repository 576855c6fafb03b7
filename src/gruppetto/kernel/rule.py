"""`@rule`: one source, run interpreted, compiled for the CPU, or rebuilt for a GPU.

Numba's own disk cache does not notice edits in *called* functions, and it cannot recognise a
compiled function that was handed over as an argument. Ours keeps the rules of a module in a folder
named by a hash of that module and of all it imports, and every rule has a lasting identity, so both
are cached soundly, and an edit elsewhere compiles nothing anew.

With `GRUPPETTO_INTERPRETED=1` (or Numba's own `NUMBA_DISABLE_JIT=1`) nothing is compiled: every rule
is the plain function it is written as, to debug, to measure coverage, and to plant mutants.
"""

import ast
import dis
import functools
import hashlib
import inspect
import os
import re
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import caching, types
from numba.core.compiler import compile_result
from numba.core.dispatcher import Dispatcher
from numba.core.sigutils import normalize_signature

from gruppetto.kernel.compiling import Inner, InnerLibrary, OuterCompiler

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = __name__.partition(".")[0]
IMPORTED = re.compile(r"^(?:from (\S+) import (\([^)]*\)|.+)|import (.+))$", re.MULTILINE)
INTERPRETED = os.environ.get("GRUPPETTO_INTERPRETED", "0") not in {"", "0"} or bool(numba.config.DISABLE_JIT)


def rule(function: Function) -> Function:
    """Compile a rule on first use, without the GIL, cached until any rule's source changes."""
    return _interpreted_rule(function, function) if INTERPRETED else _compiled_rule(function)


def wrapping_rule(function: Function) -> Function:
    """A rule whose arithmetic is meant to wrap around, of which NumPy warns outside compiled code."""
    return _interpreted_rule(function, _wrapping(function)) if INTERPRETED else _compiled_rule(function)


def _compiled_rule(function: Function) -> Function:
    """A rule with two faces: one for Python, made when Python calls it, and one for other rules."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", pipeline_class=OuterCompiler)(function)
    dispatcher._cache = _RuleCache(function)
    stamp = sources_hash(function.__module__)
    dispatcher._set_uuid(f"gruppetto:{function.__module__}.{function.__qualname__}:{stamp}")
    dispatcher.inner = Inner(function, _InnerCache(function))
    dispatcher.get_call_template = functools.partial(_call_with_wide_integers, dispatcher.inner)
    dispatcher.get_overload = dispatcher.inner.get_overload
    return cast("Function", dispatcher)


def _interpreted_rule(source: Function, called: Callable[..., Any]) -> Function:
    """What is called as the rule, told apart from other functions as Numba does: by its `py_func`."""
    called.py_func = source  # type: ignore[attr-defined]
    return cast("Function", called)


def _call_with_wide_integers(dispatcher: Dispatcher, arguments: Any, keywords: Any) -> Any:
    """One rule calls another with 64-bit integers, so that each is compiled once, not per width or enum."""
    wide = tuple(types.int64 if _is_int(argument) else argument for argument in arguments)
    return Dispatcher.get_call_template(dispatcher, wide, keywords)


def _is_int(argument: types.Type) -> bool:
    integer = isinstance(argument, types.Integer | types.IntegerLiteral) and types.unliteral(argument).signed
    return integer or isinstance(argument, types.IntEnumMember)


def compiled_for(function: Function, *arguments: Any) -> Callable[..., Any]:
    """A rule as machine code for arguments like these, which a call need not look at again."""
    if INTERPRETED:
        return function
    return cast("Any", function).compile(tuple(map(numba.typeof, arguments)))


@functools.cache
def sources_hash(*modules: str) -> str:
    """A short hash of modules and of all they import from their own package and from ours."""
    digest = hashlib.sha256(numba.__version__.encode())
    found, waiting = set[str](), list(modules)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += imports_of(name)
    for name in sorted(found):
        digest.update(name.encode() + _source(name))
    return digest.hexdigest()[:16]


@functools.cache
def imports_of(module: str) -> tuple[str, ...]:
    """The modules near by, in its own package or folder or in ours, that a module names in its imports."""
    return tuple(name for name in _imported(module) if _is_near(name, module))


def _imported(module: str) -> Iterator[str]:
    for package, names, plain in IMPORTED.findall(_source(module).decode()):
        for name in re.findall(r"([\w.]+)(?: as \w+)?", names or plain):
            yield next((known for known in (f"{package}.{name}", package, name) if known in sys.modules), "")


def _is_near(name: str, module: str) -> bool:
    same_package = name.partition(".")[0] in (PACKAGE, module.partition(".")[0])
    return same_package or (_path(name).is_file() and _path(name).parent == _path(module).parent)


@functools.cache
def _path(module: str) -> Path:
    return Path(getattr(sys.modules.get(module), "__file__", None) or "")


@functools.cache
def _source(module: str) -> bytes:
    return _path(module).read_bytes() if _path(module).is_file() else b""


@functools.cache
def cache_folder() -> Path:
    """Where compiled rules are kept; `GRUPPETTO_CACHE` moves it, a temporary folder stands in."""
    chosen = os.environ.get("GRUPPETTO_CACHE") or platformdirs.user_cache_dir("gruppetto")
    folder = Path(chosen) / "rules"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="gruppetto-rules-"))
    return folder


def interpreted(module: ModuleType) -> SimpleNamespace:
    """The module's rules as plain Python, down to the last call: to debug and to measure coverage."""
    plain = rebuild(module, lambda function: function)
    return SimpleNamespace(**{name: _wrapping(function) for name, function in vars(plain).items()})


def for_gpu(module: ModuleType) -> SimpleNamespace:
    """The module's rules as CUDA device functions, from the unmodified source."""
    return rebuild(module, _gpu_rule)


def gpu_functions(*rules: Any) -> list[Any]:
    """Some rules, from whatever modules, as CUDA device functions; what they share is made once."""
    made: dict[int, Any] = {}
    return [_remake(wanted, _gpu_rule, made) for wanted in rules]


def _gpu_rule(function: FunctionType) -> Any:
    """A device function, with numbers in the place of enumerations, which index nothing on a GPU."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    numbers = _Numbers(function.__globals__)
    tree = numbers.visit(tree)
    if numbers.found:
        cast("ast.FunctionDef", tree).decorator_list = []
        ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
        made: dict[str, Any] = {"__annotations__": {}}
        module = ast.fix_missing_locations(ast.Module([cast("ast.stmt", tree)], []))
        code = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
        exec(code, {**function.__globals__}, made)  # noqa: S102  (a rule's own source)
        function.__code__ = made[function.__name__].__code__
    return numba_cuda().jit(device=True)(function)


class _Numbers(ast.NodeTransformer):
    """Puts the number of a member where a rule names it."""

    def __init__(self, world: dict[str, Any]) -> None:
        self.world, self.found = world, False

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`Step.CHAIN` as its number; anything else as it is."""
        kind = self.world.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(kind, type) and issubclass(kind, IntEnum) and node.attr in kind.__members__:
            self.found = True
            return ast.copy_location(ast.Constant(int(kind[node.attr])), node)
        self.generic_visit(node)
        return node


def numba_cuda() -> Any:
    """Numba's CUDA, which only somebody with a GPU needs."""
    for gone in ("row_stack", "in1d", "trapz"):  # numba-cuda 0.30 looks these up at import
        if not hasattr(np, gone):
            setattr(np, gone, None)
    from numba import cuda  # noqa: PLC0415  (only on a machine with a GPU)

    return cuda


def rebuild(module: ModuleType, make: Callable[[Any], Any]) -> SimpleNamespace:
    """Every rule of a module made anew by `make`, calling only rules made the same way."""
    made: dict[int, Any] = {}
    rules = {name: thing for name, thing in vars(module).items() if is_rule(thing)}
    return SimpleNamespace(**{name: _remake(thing, make, made) for name, thing in rules.items()})


def is_rule(thing: object) -> bool:
    """Whether something was decorated with `@rule`."""
    return isinstance(getattr(thing, "py_func", None), FunctionType)


def _remake(thing: Any, make: Callable[[Any], Any], made: dict[int, Any]) -> Any:
    if id(thing) not in made:
        source = thing.py_func
        world = dict(source.__globals__)
        for name in _globals_used(source):
            if is_rule(world.get(name)):
                world[name] = _remake(world[name], make, made)
        copy = FunctionType(source.__code__, world, source.__name__, source.__defaults__)
        copy.__annotations__, copy.__doc__, copy.__module__ = {}, source.__doc__, source.__module__
        made[id(thing)] = make(copy)
    return made[id(thing)]


def _globals_used(source: FunctionType) -> set[str]:
    """The global names a function looks up; attributes of the same name are not among them."""
    return {step.argval for step in dis.get_instructions(source) if step.opname == "LOAD_GLOBAL"}


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """Integer hashes wrap around; NumPy warns about that outside compiled code."""

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return run


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Puts a rule's compiled code into the folder named by its module and the hash of its sources."""

    def __init__(self, function: FunctionType, source: str) -> None:
        del source
        self._stamp = sources_hash(function.__module__)
        self._line = function.__code__.co_firstlineno
        self._module = function.__module__

    def get_cache_path(self) -> str:
        return str(cache_folder() / f"{self._module}-{self._stamp}")

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: FunctionType, source: str) -> "_Locator":
        return cls(function, source)


class _RuleCacheImplementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)

    def check_cachable(self, compiled: Any) -> bool:
        """What holds addresses of this process, as rules do without optimisation, is compiled each time."""
        return not compiled.library.has_dynamic_globals


class _InnerCacheImplementation(_RuleCacheImplementation):
    @property
    def filename_base(self) -> str:
        return f"{super().filename_base}.inner"

    def reduce(self, compiled: Any) -> Any:
        """The parts that other rules are compiled with."""
        description = compiled.fndesc
        description.typemap = description.calltypes = None  # too large to keep, and needed by nobody
        bitcode = compiled.library.as_bitcode()
        return compiled.library.name, bitcode, description, compiled.environment, compiled.signature

    def rebuild(self, target: Any, kept: Any) -> Any:
        """The same parts, in this process."""
        name, bitcode, description, environment, signature = kept
        library = InnerLibrary.from_bitcode(target.codegen(), name, bitcode)
        return compile_result(
            library=library, fndesc=description, environment=environment, signature=signature,
            entry_point=target.get_executable(library, description, environment), objectmode=False,
        )  # fmt: skip


class _RuleCache(caching.FunctionCache):  # type: ignore[misc]
    """A file for each signature, so that processes side by side never write different things to one.

    Rules that are handed over are part of it: what was compiled for others that are gone is not opened.
    """

    _impl_class = _RuleCacheImplementation

    def load_overload(self, signature: Any, target: Any) -> Any:
        self._open_for(signature)
        return super().load_overload(signature, target)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        self._open_for(signature)
        super().save_overload(signature, compiled)

    def _open_for(self, signature: Any) -> None:
        arguments, _ = normalize_signature(signature)
        names = "".join(_lasting_name(argument) for argument in arguments)
        base = f"{self._impl.filename_base}-{hashlib.sha256(names.encode()).hexdigest()[:16]}"
        self._cache_file = caching.IndexDataCacheFile(
            self._cache_path, base, self._impl.locator.get_source_stamp()
        )


class _InnerCache(_RuleCache):
    _impl_class = _InnerCacheImplementation


def _lasting_name(argument: types.Type) -> str:
    """What a type is called in every process; a rule that is handed over has a name of its own."""
    return str(argument.dispatcher._uuid if isinstance(argument, types.Dispatcher) else argument) + "\n"
