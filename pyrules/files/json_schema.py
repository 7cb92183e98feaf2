"""The JSON Schema of a kind of file, as it is published."""

from __future__ import annotations

import json

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from pyrules.files.written import Written


class _Published(GenerateJsonSchema):
    """A key that may be left out may not be empty: neither null nor a default is published."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def json_schema(of: type[Written]) -> str:
    """The JSON Schema of files of this shape, as text that ends in a newline."""
    schema = {
        "$schema": _Published.schema_dialect,
        **of.model_json_schema(schema_generator=_Published),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
