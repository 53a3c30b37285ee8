import { createBoundedCache } from "./bounded-cache.ts";
import type { CheckResult } from "./check-result.ts";
import { checkJson, documentLimits, isPlain, isUnsafeInteger } from "./check-json.ts";
import type { Issue } from "./issue.ts";
import { createIssue } from "./create-issue.ts";

/** The value has no canonical JSON form. */
export class CanonicalError extends Error {
  override name = "CanonicalError";
  readonly issues: readonly [Issue, ...Issue[]];
  constructor(issues: readonly [Issue, ...Issue[]]) {
    super(issues[0].message);
    this.issues = issues;
  }
}

/**
 * The canonical text of a value: keys sorted by code point, no white space, minimal escaping, numbers as ECMAScript
 * prints them. Throws a `CanonicalError` for a value outside JSON; `canonical` returns the issues instead.
 */
export function canonicalText(value: unknown): string {
  return attempt(value, sortByUnit) ?? attempt(value, sortByCodePoint) ?? refuse(value);
}

export function canonical(value: unknown): CheckResult<string> {
  try {
    return { ok: true, value: canonicalText(value) };
  } catch (error) {
    if (error instanceof CanonicalError) return { ok: false, issues: [...error.issues] };
    throw error;
  }
}

/** Undefined when the value, or a key under this sort order, cannot be written. */
function attempt(value: unknown, sort: KeySort): string | undefined {
  try {
    return write(value, 0, { sort, count: 0 });
  } catch {
    return undefined;
  }
}

function refuse(value: unknown): never {
  const [first, ...rest] = checkJson(value, { ...documentLimits, stringBytes: Infinity, unsafeKeys: new Set() });
  // No other issue means the text is too large: shared parts can be small in memory and huge as text.
  throw new CanonicalError([first ?? createIssue("TOO_LARGE", ""), ...rest]);
}

/** Values in one document; a plan of 10,000 steps has some 300,000. */
const maxValues = 5_000_000;

/** Sorts keys in place. */
type KeySort = (keys: string[]) => void;

type Writer = {
  sort: KeySort;
  /** Values written so far. */
  count: number;
};

function write(value: unknown, depth: number, pen: Writer): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      if (!Number.isFinite(value) || isUnsafeInteger(value)) throw new RangeError("number");
      return String(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth >= documentLimits.depth) throw new RangeError("depth");
      return Array.isArray(value) ? writeArray(value, depth + 1, pen) : writeObject(value, depth + 1, pen);
    default:
      throw new TypeError("type");
  }
}

function writeArray(items: readonly unknown[], depth: number, pen: Writer): string {
  count(items.length, pen);
  let text = "[";
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) text += ",";
    text += write(items[at], depth, pen);
  }
  return `${text}]`;
}

function writeObject(value: object, depth: number, pen: Writer): string {
  if (!isPlain(value)) throw new TypeError("object");
  const names = Object.keys(value);
  count(names.length, pen);
  if (names.length > 1) pen.sort(names);
  let text = "{";
  for (const name of names) {
    if (text.length > 1) text += ",";
    text += writtenKeys.get(name) ?? writeKey(name, pen);
    text += write(value[name], depth, pen);
  }
  return `${text}}`;
}

/** Stops a small value whose parts are shared many times from expanding into an enormous text. */
function count(values: number, pen: Writer): void {
  pen.count += values;
  if (pen.count > maxValues) throw new RangeError("size");
}

// Read by code point, so that whole pairs pass: control characters, halves of pairs, the quote and the backslash.
const needsEscaping = /[\p{Cc}\p{Cs}"\\]/u;
const surrogate = /[\ud800-\udfff]/;

/** `JSON.stringify` escapes exactly what canonical JSON does, but for half a surrogate pair, which is refused. */
function quote(text: string): string {
  if (!needsEscaping.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("surrogate");
  return JSON.stringify(text);
}

/** Short keys as they are written, colon included: plans and arguments repeat a few of them thousands of times. */
const writtenKeys = createBoundedCache<string, string>(2_000);

function writeKey(key: string, { sort }: Writer): string {
  const hasSurrogate = surrogate.test(key);
  if (hasSurrogate && sort === sortByUnit) throw new RangeError("order");
  const written = `${quote(key)}:`;
  // Under the other order this key has to fail again.
  if (!hasSurrogate && key.length <= 64) writtenKeys.set(key, written);
  return written;
}

/**
 * JavaScript compares UTF-16 units. That is the order of code points until a surrogate (a code point from U+10000 on)
 * meets a unit from U+E000 on, so this serves keys without surrogates only.
 */
function sortByUnit(keys: string[]): void {
  if (keys.length > 16) keys.sort();
  else for (let end = 1; end < keys.length; end += 1) insert(keys, end);
}

/** With the few keys of a step, insertion makes the whole a fifth faster than `sort` does. */
function insert(keys: string[], end: number): void {
  const key = keys[end] ?? "";
  let at = end;
  for (; at > 0; at -= 1) {
    const before = keys[at - 1];
    if (before === undefined || before <= key) break;
    keys[at] = before;
  }
  keys[at] = key;
}

function sortByCodePoint(keys: string[]): void {
  keys.sort((a, b) => {
    let at = 0;
    while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
    // The units before are equal, so this holds in the second half of a pair too.
    return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
  });
}
