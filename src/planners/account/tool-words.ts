import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Operation } from "../../language/words/operation.ts";
import { operationsOf } from "../../language/words/operations-of.ts";
import { hasRole } from "../../language/words/roles.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { plain } from "../grammar/profile/plain.ts";
import { contentStems, nameWords, stemOf } from "../grammar/profile/name-words.ts";

/** What a tool is said to be and do. */
export type ToolWords = {
  /** Stems of its name, description, parameters, options and fields of its result. */
  stems: ReadonlySet<string>;
  /** Stems of its name and of the word its description opens with, and the operations these name: what it does. */
  deeds: ReadonlySet<string>;
  operations: ReadonlySet<Operation>;
  /** It is known to read, or nobody classed it and its name says that it reads. */
  reads: boolean;
};

export const toolWords = memoizeByIdentity((tool: ToolSpec): ToolWords => wordsOf(tool));

const reading: ReadonlySet<Operation> = new Set(["read", "count", "sum", "compare", "compute"]);

function wordsOf({ name, description, inputSchema, outputSchema, effect }: ToolSpec): ToolWords {
  const names = nameWords(name);
  const stems = new Set([...names.map((word) => stemOf(word)), ...contentStems(description)]);
  collect(inputSchema, stems, 0);
  if (outputSchema !== undefined) collect(outputSchema, stems, 0);
  const opening = /^[\p{L}-]+/u.exec(description)?.[0] ?? "";
  const operations = new Set([...names, opening].flatMap((word) => operationsOf(word)));
  const named = [...new Set(names.flatMap((word) => operationsOf(word)))];
  const reads =
    effect === "read" ||
    (effect === "unknown" &&
      named.length > 0 &&
      named.every((op) => reading.has(op)) &&
      !names.some((word) => hasRole(word, "acts too")));
  const deeds = new Set([...names, opening.toLowerCase()].map((word) => stemOf(word)));
  return { stems, deeds, operations, reads };
}

const deepest = 8;

/** Names, descriptions and options of everything a schema holds. */
function collect(schema: Json, stems: Set<string>, depth: number): void {
  if (depth > deepest) return;
  if (Array.isArray(schema)) for (const one of schema) collect(one, stems, depth + 1);
  if (!isJsonObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if ((key === "description" || key === "title" || key === "const") && typeof value === "string") add(value, stems);
    else if (key === "enum" && Array.isArray(value)) for (const one of value) add(plain(one), stems);
    else if (key === "properties" && isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) {
        for (const word of nameWords(name)) stems.add(stemOf(word));
        collect(inner, stems, depth + 1);
      }
    else if (typeof value === "object") collect(value, stems, depth + 1);
  }
}

function add(text: string, stems: Set<string>): void {
  for (const stem of contentStems(text.slice(0, 600))) stems.add(stem);
}
