import { type CheckResult, refused } from "./check-result.ts";
import { checkJson, documentLimits, type JsonLimits } from "./check-json.ts";
import type { Json } from "./json.ts";
import { createIssue, maxIssues } from "./create-issue.ts";
import { scanJson } from "./json-scan.ts";

/**
 * Parses JSON text from outside, or returns every issue. Rejects what `JSON.parse` accepts: duplicate keys, numbers that
 * would be rounded, unpaired surrogates, and input beyond the limits. Never throws; runs in linear time.
 */
export function parseJsonText(text: string, limits: JsonLimits = documentLimits): CheckResult<Json> {
  if (text.startsWith("\ufeff")) return refused(createIssue("BYTE_ORDER_MARK", ""));
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    const issues = scanJson(text, limits.depth);
    return refused(...(issues.length > 0 ? issues : [createIssue("MALFORMED_JSON", "")]));
  }
  const simple = !mayRound(text) && strings(value, 0, probeOf(text, limits)) * 2 === quotes(text);
  if (simple) return { ok: true, value };
  const issues = [...scanJson(text, limits.depth), ...checkJson(value, limits)];
  return issues.length === 0 ? { ok: true, value } : refused(...issues.slice(0, maxIssues + 1));
}

/** A number of at most 15 significant digits and a two-digit exponent always survives a round trip. */
function mayRound(text: string): boolean {
  // The first pattern is fast and also finds hexadecimal ids; the second only what stands where a number can.
  if (/[0-9][eE][+-]?[0-9]{3}/.test(text) && /(?:^|[[:,\s])-?[0-9][0-9.]*[eE][+-]?[0-9]{3}/.test(text)) return true;
  // Every long run of digits has one at a multiple of its least length: reading only those takes a tenth of the time.
  for (let at = longDigits - 1; at < text.length; at += longDigits)
    if (isNumeral(text, at) && digitsAround(text, at) >= longDigits) return true;
  return false;
}

const longDigits = 16;

function digitsAround(text: string, at: number): number {
  let [from, to] = [at, at + 1];
  while (isNumeral(text, from - 1)) from -= 1;
  while (isNumeral(text, to)) to += 1;
  return to - from;
}

function isNumeral(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e;
}

type Probe = {
  limits: JsonLimits;
  /** Whether any string of this text can be at fault; most texts can be ruled out at once. */
  careful: boolean;
};

function probeOf(text: string, limits: JsonLimits): Probe {
  const careful = text.length * 3 > limits.stringBytes || text.includes("\\u") || !text.isWellFormed();
  return { limits, careful };
}

/** The number of strings in a value, keys included; NaN when something in it needs the full check. */
function strings(value: Json, depth: number, probe: Probe): number {
  if (typeof value === "string") return !probe.careful || isUsual(value, probe.limits) ? 1 : Number.NaN;
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 0 : Number.NaN;
  if (typeof value === "boolean" || value === null) return 0;
  if (depth >= probe.limits.depth) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += strings(item, depth + 1, probe);
    return count;
  }
  for (const key of Object.keys(value)) {
    if (probe.limits.unsafeKeys.has(key)) return Number.NaN;
    if (probe.careful && !isUsual(key, probe.limits)) return Number.NaN;
    count += 1 + strings(value[key] ?? null, depth + 1, probe);
  }
  return count;
}

function isUsual(text: string, { stringBytes }: JsonLimits): boolean {
  return text.length * 3 <= stringBytes && text.isWellFormed();
}

/**
 * The quotes that open or close a string in valid JSON. A duplicate key leaves the value with fewer strings than the
 * text has, so counting finds it without remembering any key.
 */
function quotes(text: string): number {
  // Three times as fast as the loop, which is only needed to distinguish an escaped quote from an escaped backslash before one.
  if (!text.includes('\\"')) return text.match(/"/g)?.length ?? 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) count += 1;
    else if (unit === 0x5c) at += 1;
  }
  return count;
}
