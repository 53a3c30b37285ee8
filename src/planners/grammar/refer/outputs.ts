import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import type { Json, JsonObject } from "../../../plan/json.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import { contentStems, nameStems } from "../profile/name-words.ts";
import { propertiesOf, resolve, text, typeOf, type ValueType } from "../profile/schema.ts";

/** One field of what a tool returns. */
export type OutputField = {
  path: string;
  type: ValueType;
  nameStems: readonly string[];
  described: ReadonlySet<string>;
};

/** A list that a tool returns, and what each of its elements has; no fields where elements are plain values. */
export type ListOutput = {
  path: string;
  nameStems: readonly string[];
  element: ValueType;
  fields: readonly { name: string; stems: readonly string[]; type: ValueType }[];
};

type Place = { root: JsonObject; path: string; depth: number };

const deepest = 3;

/** The fields of a tool's output, objects opened. */
export const outputsOf = memoizeByIdentity(({ outputSchema: root }: ToolSpec): readonly OutputField[] =>
  root === undefined || typeof root === "boolean" ? [] : fieldsIn(root, { root, path: "", depth: 0 }),
);

export const listsOf = memoizeByIdentity(({ outputSchema: root }: ToolSpec): readonly ListOutput[] =>
  root === undefined || typeof root === "boolean" ? [] : listsIn(root, { root, path: "", depth: 0 }),
);

function fieldsIn(schema: Json, place: Place): OutputField[] {
  return inside(schema, place).flatMap(([name, field, at]) => [
    {
      path: at.path,
      type: typeOf(field),
      nameStems: nameStems(name),
      described: new Set(contentStems(text(field["description"]))),
    },
    ...(typeOf(field) === "object" && at.depth <= deepest ? fieldsIn(field, at) : []),
  ]);
}

function listsIn(schema: Json, at: Place): ListOutput[] {
  const output = resolve(schema, at.root);
  if (typeOf(output) === "array") {
    const element = resolve(output["items"], at.root);
    const fields = Object.entries(propertiesOf(element)).map(([name, field]) => {
      return { name, stems: nameStems(name), type: typeOf(resolve(field, at.root)) };
    });
    return [{ path: at.path, nameStems: nameStems(at.path.split(".").at(-1) ?? ""), element: typeOf(element), fields }];
  }
  return at.depth >= deepest ? [] : inside(schema, at).flatMap(([, field, below]) => listsIn(field, below));
}

/** The properties of an object in the order of their names, each with its place. */
function inside(schema: Json, { root, path, depth }: Place): (readonly [string, JsonObject, Place])[] {
  return Object.entries(propertiesOf(resolve(schema, root)))
    .slice(0, 40)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [
      name,
      resolve(inner, root),
      { root, path: path === "" ? name : `${path}.${name}`, depth: depth + 1 },
    ]);
}
