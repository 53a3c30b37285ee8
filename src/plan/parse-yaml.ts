import type { Node } from "yaml";
import type { z } from "zod";
import { type CheckResult, refused } from "./check-result.ts";
import type { Issue } from "./issue.ts";
import { isJsonObject, type Json } from "./json.ts";
import { yaml } from "./packages.ts";
import { parseWith } from "./parse.ts";
import { parsePointer } from "./pointer.ts";

export type YamlText = { text: string; file: string };

const maxChars = 1_000_000;
const maxDepth = 200;
const maxAliases = 100;

/** Checks that a schema cannot express, of a valid value or, with `any`, of a value of any shape. */
type YamlCheck<T> = ((value: T) => Issue[]) | { any: (value: unknown) => Issue[] };

/** Parses YAML by a schema. Returns every fault at once, each message starting with `file:line:column`. */
export function parseYaml<S extends z.ZodType>(
  schema: S,
  source: YamlText,
  check: YamlCheck<z.output<S>> = () => [],
): CheckResult<z.output<S>> {
  const { text, file } = source;
  if (text.length > maxChars)
    return overLimit(`${file}:1:1: the file has ${text.length} characters; the limit is ${maxChars}`);
  const { depth, line } = nestingOf(text);
  const tooDeep = `${file}:${line}:1: the text is nested too deeply; the limit is ${maxDepth}`;
  if (depth > maxDepth) return overLimit(tooDeep);
  try {
    return parseBounded(schema, source, check);
  } catch (error) {
    // The parser recurses, so deep indentation ends its stack.
    if (error instanceof RangeError) return overLimit(tooDeep);
    if (!(error instanceof ReferenceError)) throw error;
    const at = lineOf(text, text.search(/[\s[,-]\*\w/));
    return overLimit(`${file}:${at}:1: more than ${maxAliases} aliases`);
  }
}

function overLimit(message: string): CheckResult<never> {
  return refused({
    code: "TOO_LARGE",
    pointer: "",
    message,
    hint: "Split the file, or write it without the repetition.",
  });
}

/** The most brackets that are open at once, or list marks of one line, and where. */
function nestingOf(text: string): { depth: number; line: number } {
  let depth = 0;
  let deepest = 0;
  let open = 0;
  for (const { 0: mark, index } of text.matchAll(/[[{\]}]|^ *(?:- +)+/gm)) {
    if (mark === "[" || mark === "{") open += 1;
    else if (mark === "]" || mark === "}") open -= 1;
    const here = Math.max(open, mark.split("-").length - 1);
    if (here > depth) [depth, deepest] = [here, index];
  }
  return { depth, line: lineOf(text, deepest) };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset + 1)).split("\n").length;
}

const yamlHints: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "Keep one of them.",
  MULTILINE_IMPLICIT_KEY: "Is a colon missing after this key?",
  BLOCK_AS_IMPLICIT_KEY: "Is a line break or a quote missing before the second colon?",
  TAB_AS_INDENT: "Indent with spaces.",
  BAD_INDENT: "Indent it like the lines beside it.",
  MISSING_CHAR: "A colon, comma, quote or bracket is missing here.",
};

function parseBounded<S extends z.ZodType>(
  schema: S,
  { text, file }: YamlText,
  check: YamlCheck<z.output<S>>,
): CheckResult<z.output<S>> {
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true } as const);
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  // One wrong bracket makes every later line wrong, so only the first fault of the syntax is useful.
  const syntax = document.errors.find(({ code }) => code !== "DUPLICATE_KEY");
  const found = syntax === undefined ? [...document.errors, ...document.warnings].slice(0, 10) : [syntax];
  const faults = found.map((fault): Issue => {
    const isDuplicate = fault.code === "DUPLICATE_KEY";
    const message = fault.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? fault.message;
    return {
      code: isDuplicate ? "DUPLICATE_KEY" : "INVALID_FORMAT",
      pointer: "",
      message: `${at(fault.pos[0])}: ${message}`,
      hint: yamlHints[fault.code] ?? "Fix the YAML at this position.",
    };
  });
  if (faults.length > 0) return refused(...faults);
  // An empty document is an empty object, so that its missing fields are named.
  const value: unknown = document.toJS({ maxAliasCount: maxAliases }) ?? {};
  const shaped = parseWith(schema, value);
  const checked = "any" in check ? check.any(value) : shaped.ok ? check(shaped.value) : [];
  const issues = shaped.ok ? checked : [...shaped.issues, ...checked];
  if (shaped.ok && issues.length === 0) return shaped;
  return refused(
    ...issues.map((issue) => ({
      ...issue,
      message: `${at(offsetOf(document.contents, issue.pointer))}: ${subjectOf(issue)}${issue.message}`,
    })),
  );
}

/** The key, where the message says only what its value must be. */
function subjectOf({ pointer, message }: Issue): string {
  const key = parsePointer(pointer)?.at(-1);
  return key !== undefined && message.startsWith("must ") ? `"${key}" ` : "";
}

/** The offset of the value at a pointer, or of its nearest existing ancestor. */
function offsetOf(root: Node | null, pointer: string): number {
  const { isMap, isSeq } = yaml();
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const token of parsePointer(pointer) ?? []) {
    const next: unknown = isMap(node) ? node.get(token, true) : isSeq(node) ? node.get(Number(token), true) : undefined;
    const key = isMap(node) ? node.items.find((item) => String(item.key) === token)?.key : undefined;
    const range = rangeOf(key) ?? rangeOf(next);
    if (range === undefined) break;
    offset = range;
    node = next;
  }
  return offset;
}

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return undefined;
  const start: unknown = node.range[0];
  return typeof start === "number" ? start : undefined;
}

/** YAML for people: block style, long lines unbroken. */
export function toYaml(value: Json): string {
  return yaml().stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** The lines of plain data as YAML in block style, faster than by the library. */
export function yamlLines(value: Json, indent: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const lines = yamlLines(item, `${indent}  `);
      return [`${indent}- ${(lines[0] ?? "").trimStart()}`, ...lines.slice(1)];
    });
  if (!isJsonObject(value)) return [`${indent}${scalar(value)}`];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item !== "object" || item === null || Object.keys(item).length === 0
      ? [`${indent}${scalar(key)}: ${scalar(item)}`]
      : [`${indent}${scalar(key)}:`, ...yamlLines(item, `${indent}  `)],
  );
}

/** Letters alone need no quotes, unless they are a word of YAML. */
function scalar(value: Json): string {
  const isPlain = typeof value === "string" && /^\p{L}[\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)*$/u.test(value);
  return isPlain && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : JSON.stringify(value);
}
