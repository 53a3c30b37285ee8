import { z } from "zod";
import { VerbAnswer } from "../contracts/react/verb.ts";
import { canonical } from "../plan/canonical.ts";
import { textHash } from "../plan/hash.ts";
import { type CheckResult, refused } from "../plan/check-result.ts";
import { Json, JsonObject } from "../plan/json.ts";
import { parseJsonText } from "../plan/json-text.ts";
import { parseWith } from "../plan/parse.ts";

/** Cassette format version; readers reject others. */
const tapeVersion = 1;

const Head = z.strictObject({ planwright_cassette: z.literal(tapeVersion), made_at: z.string(), version: z.string() });

/** One call under the hash of its request. `spec` is a verb's description when first called. */
export const TapeLine = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("model"), key: z.string(), request: JsonObject, result: JsonObject }),
  z.strictObject({ kind: z.literal("verb"), key: z.string(), request: JsonObject, result: VerbAnswer }),
  z.strictObject({ kind: z.literal("read_back"), key: z.string(), request: JsonObject, result: JsonObject }),
  z.strictObject({ kind: z.literal("spec"), verb: z.string(), spec: JsonObject }),
]);
export type TapeLine = z.infer<typeof TapeLine>;
export type Recording = Exclude<TapeLine, { kind: "spec" }>;
export type CallKind = Recording["kind"];

/**
 * The key of a call: equal requests have equal keys, whatever their field order. Requests that are not valid JSON share
 * one key.
 */
export function tapeKey(kind: CallKind, request: Json): string {
  const text = canonical({ kind, request });
  return text.ok ? textHash(text.value).slice(0, 16) : "no json";
}

/** `madeAt` is the time of the recorded requests: a replay uses it, so that their text is the same. */
type Tape = { madeAt: string; lines: TapeLine[] };

/** Parses JSON Lines, the head first: a cassette grows by appending and can be read with any tool. */
export function parseTape(text: string, file: string): CheckResult<Tape> {
  const [first = "", ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  const head = parseLine(Head, first);
  if (!head.ok) {
    const message = `${file} is not a cassette of version ${tapeVersion}`;
    const hint = "Record it again with --record.";
    return refused({ code: "INVALID_FORMAT", pointer: "", message, hint });
  }
  const lines: TapeLine[] = [];
  for (const [at, row] of rest.entries()) {
    const line = parseLine(TapeLine, row);
    if (!line.ok) return refused(...line.issues.map((issue) => ({ ...issue, pointer: `/${at + 2}${issue.pointer}` })));
    lines.push(line.value);
  }
  return { ok: true, value: { madeAt: head.value.made_at, lines } };
}

export function tapeHead(made: { at: string; version: string }): string {
  return `${JSON.stringify({ planwright_cassette: tapeVersion, made_at: made.at, version: made.version })}\n`;
}

function parseLine<S extends z.ZodType>(schema: S, text: string): CheckResult<z.output<S>> {
  const parsed = parseJsonText(text);
  return parsed.ok ? parseWith(schema, parsed.value) : parsed;
}
