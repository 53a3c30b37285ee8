import { firstDifference } from "../plan/byte-diff.ts";
import { diffJson, type Difference } from "../plan/diff.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import { type CallKind, type Recording, type TapeLine, tapeKey } from "./tape.ts";

/** Replays recordings, each once; equal requests in recorded order. */
export type Player = {
  /** The recording, or a message that names what is missing and the closest recording. */
  take<K extends CallKind>(kind: K, request: JsonObject): Extract<Recording, { kind: K }> | { missing: string };
  /** Verb specs at recording time. */
  specs: ReadonlyMap<string, JsonObject>;
};

export function createPlayer(lines: readonly TapeLine[]): Player {
  const recordings = lines.filter((line) => line.kind !== "spec");
  const waiting = Map.groupBy(recordings, ({ key }) => key);
  const specs = new Map(lines.flatMap((line) => (line.kind === "spec" ? [[line.verb, line.spec] as const] : [])));
  return {
    specs,
    take(kind, request) {
      const key = tapeKey(kind, request);
      const found = waiting.get(key)?.shift();
      // The key is a hash over the kind too.
      if (found !== undefined && isKind(found, kind)) return found;
      return { missing: describeMissing({ kind, key, request }, recordings) };
    },
  };
}

function isKind<K extends CallKind>(line: Recording, kind: K): line is Extract<Recording, { kind: K }> {
  return line.kind === kind;
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

/** Length of the common prefix of two requests. */
function shared(before: JsonObject, after: JsonObject): number {
  const bytes = new TextEncoder();
  const parting = firstDifference(bytes.encode(JSON.stringify(before)), bytes.encode(JSON.stringify(after)));
  return parting?.offset ?? Number.MAX_SAFE_INTEGER;
}

function describeDifference(difference: Difference): string {
  const { kind, pointer } = difference;
  if (kind === "added") return `${pointer}: recorded nothing, requested ${show(difference.after)}`;
  if (kind === "removed") return `${pointer}: recorded ${show(difference.before)}, requested nothing`;
  const { before, after } = difference;
  if (typeof before === "string" && typeof after === "string") return `${pointer}: ${describeTexts(before, after)}`;
  return `${pointer}: recorded ${show(before)}, requested ${show(after)}`;
}

/** Long texts are shown around their first difference. */
function describeTexts(before: string, after: string): string {
  const bytes = new TextEncoder();
  const parting = firstDifference(bytes.encode(before), bytes.encode(after));
  if (parting === undefined || Math.max(before.length, after.length) < 60) {
    return `recorded ${show(before)}, requested ${show(after)}`;
  }
  return `byte ${parting.offset}: recorded …${show(parting.before)}…, requested …${show(parting.after)}…`;
}

const maxChars = 80;

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;
}
