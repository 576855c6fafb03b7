"""The programming interface on a page of our own: no scripts, nothing from elsewhere."""

from collections.abc import Iterable
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from gruppetto.games.game import Json

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; color: #22201c;
  background: #faf6ec; overflow-wrap: anywhere; }
h1, h2 { font-family: Georgia, serif; } a { color: inherit; }
details { border-top: 1px solid #d5cbb3; } summary { cursor: pointer; padding: .5rem 0; }
details > :not(summary) { margin-left: 1rem; }
code { font: 0.92em ui-monospace, monospace; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; }
.tells { color: #5c5546; } li { margin: .15rem 0; }
@media (prefers-color-scheme: dark) { body { color: #ece5d4; background: #1d1b17; } .tells { color: #b5ab94; }
  details { border-color: #46402f; } }
"""


class ApiPage(OpenAPIRenderPlugin):
    """Every endpoint and every message, from the schema."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        """The page."""
        operations = "".join(
            _operation(method, path, operation)
            for path, methods in openapi_schema["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict)
        )
        schemas = openapi_schema.get("components", {}).get("schemas", {})
        messages = "".join(_message(name, schema) for name, schema in sorted(schemas.items()))
        root = _root(request)
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<link rel="icon" href="{root}icon.svg" type="image/svg+xml">'
            f"<title>Gruppetto: the programming interface</title><style>{STYLE}</style>"
            f"<h1>Gruppetto {escape(openapi_schema['info']['version'])}: the programming interface</h1>"
            f'<p>The same for programs: <a href="{root}api/schema/openapi.json">OpenAPI</a>. Who you are is '
            "shown by the header <code>X-Key</code>, which of several seats you mean by "
            "<code>X-Seat</code>.</p>"
            f"<h2>Endpoints</h2>{operations}<h2>Messages</h2>{messages}</html>"
        ).encode()


def _root(request: Request[Any, Any, Any]) -> str:
    """Where everything is, seen from the page: a proxy may have put it under a path of its own."""
    return "../" if request.scope["raw_path"].endswith(b"/schema") else "../../"


def _operation(method: str, path: str, operation: Json) -> str:
    tells = operation.get("description") or operation.get("summary", "")
    parameters = "".join(
        f"<li><code>{escape(one['name'])}</code> ({escape(one['in'])}): {_kind(one.get('schema', {}))}</li>"
        for one in operation.get("parameters", ())
    )
    body = operation.get("requestBody", {}).get("content", {})
    asked = f"<p>Takes {_either(body)}</p>" if body else ""
    answers = "".join(_answer(code, answer) for code, answer in operation.get("responses", {}).items())
    return (
        f'<details><summary><span class="method">{method.upper()}</span> <code>{escape(path)}</code> '
        f'<span class="tells">{escape(tells)}</span></summary>'
        f"<ul>{parameters}</ul>{asked}<ul>{answers}</ul></details>"
    )


def _answer(code: str, answer: Json) -> str:
    content = answer.get("content")
    return f"<li>{code}: {_either(content) if content else escape(answer.get('description', ''))}</li>"


def _either(content: Json) -> str:
    return " or ".join(f"{_kind(one.get('schema', {}))} as {escape(kind)}" for kind, one in content.items())


def _message(name: str, schema: Json) -> str:
    fields = schema.get("properties", {})
    needed = schema.get("required", ())
    lines = [_field(field, kind, must=field in needed) for field, kind in fields.items()]
    return (
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code> {_tells(schema)}</summary>'
        f"<ul>{''.join(lines) or f'<li>{_kind(schema)}</li>'}</ul></details>"
    )


def _field(name: str, kind: Json, *, must: bool) -> str:
    optional = "" if must else " (may be left out)"
    return f"<li><code>{escape(name)}</code>{optional}: {_kind(kind)} {_tells(kind)}</li>"


def _tells(schema: Json) -> str:
    return f'<span class="tells">{escape(schema.get("description", ""))}</span>'


def _kind(schema: Json) -> str:
    """A type in words, with a link where it has a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for among in ("oneOf", "anyOf", "allOf"):
        if among in schema:
            return " or ".join(map(_kind, schema[among]))
    if "enum" in schema or "const" in schema:
        return _listed(schema.get("enum", [schema.get("const")]))
    if "prefixItems" in schema:
        return f"list of {', '.join(map(_kind, schema['prefixItems']))}"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    kind = schema.get("type", "anything")
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind)) + _bounds(schema)


def _listed(values: Iterable[Any]) -> str:
    return " or ".join(f"<code>{escape(str(value))}</code>" for value in values)


def _bounds(schema: Json) -> str:
    words = {"minimum": "at least", "maximum": "at most", "minLength": "from", "maxLength": "up to"}
    said = [f"{word} {schema[key]}" for key, word in words.items() if key in schema]
    return f" ({', '.join(said)})" if said else ""
