import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import { isJsonObject, type JsonObject } from "../../../plan/json.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import { contentStems, nameWords, stemOf } from "../profile/name-words.ts";
import { resolve, text, typeOf, type ValueType } from "../profile/schema.ts";

/** One field of what a tool returns. */
export type OutputField = {
  path: string;
  type: ValueType;
  nameStems: readonly string[];
  described: ReadonlySet<string>;
};

const deepest = 3;

/** The fields of a tool's output, objects opened. */
export const outputsOf = memoizeByIdentity(({ outputSchema: root }: ToolSpec): readonly OutputField[] =>
  root === undefined || typeof root === "boolean" ? [] : open(resolve(root, root), { root, path: "", depth: 0 }),
);

function open(schema: JsonObject, at: { root: JsonObject; path: string; depth: number }): OutputField[] {
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties)
    .slice(0, 40)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, inner]) => {
      const field = resolve(inner, at.root);
      const path = at.path === "" ? name : `${at.path}.${name}`;
      const own: OutputField = {
        path,
        type: typeOf(field),
        nameStems: nameWords(name).map((word) => stemOf(word)),
        described: new Set(contentStems(text(field["description"]))),
      };
      const nested =
        typeOf(field) === "object" && at.depth < deepest ? open(field, { ...at, path, depth: at.depth + 1 }) : [];
      return [own, ...nested];
    });
}
