import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import { isJsonObject, type JsonObject } from "../../../plan/json.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import { nameWords, stemOf } from "../profile/name-words.ts";
import { resolve, typeOf, type ValueType } from "../profile/schema.ts";

/** A list that a tool returns, and what each of its elements has; no fields where elements are plain values. */
export type ListOutput = {
  path: string;
  nameStems: readonly string[];
  element: ValueType;
  fields: readonly { name: string; stems: readonly string[]; type: ValueType }[];
};

const deepest = 2;

export const listsOf = memoizeByIdentity(({ outputSchema: root }: ToolSpec): readonly ListOutput[] =>
  root === undefined || typeof root === "boolean" ? [] : read(resolve(root, root), { root, path: "", depth: 0 }),
);

function read(schema: JsonObject, at: { root: JsonObject; path: string; depth: number }): ListOutput[] {
  if (typeOf(schema) === "array") return [listOf(schema, at)];
  const properties = schema["properties"];
  if (!isJsonObject(properties) || at.depth > deepest) return [];
  return Object.entries(properties)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, inner]) =>
      read(resolve(inner, at.root), { ...at, path: at.path === "" ? name : `${at.path}.${name}`, depth: at.depth + 1 }),
    );
}

function listOf(schema: JsonObject, at: { root: JsonObject; path: string }): ListOutput {
  const element = resolve(schema["items"], at.root);
  const properties = element["properties"];
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  return {
    path: at.path,
    nameStems: stems(at.path.split(".").at(-1) ?? ""),
    element: typeOf(element),
    fields: fields.map(([name, field]) => ({ name, stems: stems(name), type: typeOf(resolve(field, at.root)) })),
  };
}

function stems(name: string): string[] {
  return nameWords(name).map((word) => stemOf(word));
}
