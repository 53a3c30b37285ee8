import { firstDifference } from "../plan/byte-diff.ts";
import { diffJson, type Difference } from "../plan/diff.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import { type CallKind, type Recording, type TapeLine, tapeKey } from "./tape.ts";

/** Gives recordings out, each once, those of equal requests in the order they were made. */
export type Player = {
  /** The recording, or words that say what is missing and which recording comes nearest. */
  take<K extends CallKind>(kind: K, request: JsonObject): Extract<Recording, { kind: K }> | { missing: string };
  /** Verbs as they were described when the cassette was made. */
  specs: ReadonlyMap<string, JsonObject>;
};

export function createPlayer(lines: readonly TapeLine[]): Player {
  const recordings = lines.filter((line) => line.kind !== "spec");
  const waiting = Map.groupBy(recordings, ({ key }) => key);
  const specs = new Map(lines.flatMap((line) => (line.kind === "spec" ? [[line.verb, line.spec] as const] : [])));
  return {
    specs,
    take<K extends CallKind>(kind: K, request: JsonObject) {
      const key = tapeKey(kind, request);
      const found = waiting.get(key)?.shift();
      // The key is a hash over the kind too.
      if (found !== undefined) return found as Extract<Recording, { kind: K }>;
      return { missing: describeMissing({ kind, key, request }, recordings) };
    },
  };
}

type RequestedCall = { kind: CallKind; key: string; request: JsonObject };

function describeMissing({ kind, key, request }: RequestedCall, recordings: readonly Recording[]): string {
  const alike = recordings.filter((line) => line.kind === kind);
  const again = alike.filter((line) => line.key === key).length;
  if (again > 0) return `the cassette has this call ${again === 1 ? "once" : `${again} times`}, and it was made again`;
  if (alike.length === 0) return `the cassette has no ${kind.replace("_", " ")} at all`;
  const [nearest] = alike
    .map((line, at) => ({
      at,
      differences: diffJson(line.request, request),
      sharedLength: shared(line.request, request),
    }))
    .toSorted((a, b) => a.differences.length - b.differences.length || b.sharedLength - a.sharedLength);
  const first = nearest?.differences[0];
  const where =
    first === undefined
      ? ""
      : `; the nearest, ${kind} ${(nearest?.at ?? 0) + 1}, differs first at ${describeDifference(first)}`;
  return `the cassette has no such ${kind === "verb" ? "call of a verb" : "call"}${where}`;
}

/** How far two requests are the same text. */
function shared(before: JsonObject, after: JsonObject): number {
  const bytes = new TextEncoder();
  const parting = firstDifference(bytes.encode(JSON.stringify(before)), bytes.encode(JSON.stringify(after)));
  return parting?.offset ?? Number.MAX_SAFE_INTEGER;
}

function describeDifference(difference: Difference): string {
  const { kind, pointer } = difference;
  if (kind === "added") return `${pointer}: it has nothing there, asked is ${show(difference.after)}`;
  if (kind === "removed") return `${pointer}: it has ${show(difference.before)}, asked is nothing there`;
  const { before, after } = difference;
  if (typeof before === "string" && typeof after === "string") return `${pointer}: ${describeTexts(before, after)}`;
  return `${pointer}: it has ${show(before)}, asked is ${show(after)}`;
}

/** Long texts are shown where they part. */
function describeTexts(before: string, after: string): string {
  const bytes = new TextEncoder();
  const parting = firstDifference(bytes.encode(before), bytes.encode(after));
  if (parting === undefined || Math.max(before.length, after.length) < 60) {
    return `it has ${show(before)}, asked is ${show(after)}`;
  }
  return `byte ${parting.offset}: it has …${show(parting.before)}…, asked is …${show(parting.after)}…`;
}

const maxChars = 80;

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;
}
