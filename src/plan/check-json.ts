import type { Issue } from "./issue.ts";
import type { IssueCode } from "./issue-codes.ts";
import { addIssue, maxIssues } from "./create-issue.ts";
import { joinPointer } from "./pointer.ts";

export type JsonLimits = {
  /** Containers inside one another; a scalar at the top has depth 0. */
  depth: number;
  /** UTF-8 bytes of one string or key. */
  stringBytes: number;
  /** Keys to refuse. Documents may have any key; copies that assign keys refuse `__proto__`. */
  unsafeKeys: ReadonlySet<string>;
};

/** Limits for documents from outside. */
export const documentLimits: JsonLimits = {
  depth: 64,
  stringBytes: 1024 * 1024,
  unsafeKeys: new Set(),
};

/**
 * Returns every reason why a value has no canonical JSON form, each with its pointer. Accepts any value, cyclic and
 * shared ones too, and never throws.
 */
export function checkJson(value: unknown, limits: JsonLimits = documentLimits): Issue[] {
  const walk: Walk = { limits, path: [], open: new Set(), checked: new Map(), issues: [] };
  try {
    visit(value, walk);
  } catch {
    // A getter or a proxy that throws is not data.
    report("NOT_JSON", walk);
  }
  return walk.issues;
}

type Walk = {
  limits: JsonLimits;
  path: (string | number)[];
  /** The containers around the current value. */
  open: Set<object>;
  /** Containers seen before, with the depth they were seen at: shared parts are not walked again and again. */
  checked: Map<object, number>;
  issues: Issue[];
};

function visit(value: unknown, walk: Walk): void {
  if (typeof value === "string") visitString(value, walk);
  else if (typeof value === "number") visitNumber(value, walk);
  else if (typeof value === "object" && value !== null) visitContainer(value, walk);
  else if (typeof value !== "boolean" && value !== null) report("NOT_JSON", walk);
}

function visitString(value: string, walk: Walk): void {
  if (!value.isWellFormed()) report("LONE_SURROGATE", walk);
  if (isLonger(value, walk.limits.stringBytes)) report("STRING_TOO_LONG", walk);
}

function visitNumber(value: number, walk: Walk): void {
  if (!Number.isFinite(value)) report("NON_FINITE_NUMBER", walk);
  else if (isUnsafeInteger(value)) report("UNSAFE_INTEGER", walk);
}

function visitContainer(value: object, walk: Walk): void {
  const { path, open, checked } = walk;
  if (open.has(value)) return report("CYCLIC_VALUE", walk);
  if (path.length >= walk.limits.depth) return report("TOO_DEEP", walk);
  if ((checked.get(value) ?? -1) >= path.length) return;
  checked.set(value, path.length);
  if (!Array.isArray(value) && !isPlain(value)) return report("NOT_JSON", walk);
  open.add(value);
  if (Array.isArray(value)) visitItems(value, walk);
  else visitFields(value, walk);
  open.delete(value);
}

function visitItems(items: readonly unknown[], walk: Walk): void {
  // By index, so that a hole shows as undefined; a huge empty array ends at the last issue that is listed.
  for (let at = 0; at < items.length && walk.issues.length <= maxIssues; at += 1) {
    walk.path.push(at);
    visit(items[at], walk);
    walk.path.pop();
  }
}

function visitFields(fields: object, walk: Walk): void {
  for (const [key, field] of Object.entries(fields)) {
    walk.path.push(key);
    visitString(key, walk);
    if (walk.limits.unsafeKeys.has(key)) report("UNSAFE_KEY", walk);
    visit(field, walk);
    walk.path.pop();
  }
}

function report(code: IssueCode, { issues, path }: Walk): void {
  addIssue(issues, code, joinPointer("", ...path));
}

/** True for objects as `JSON.parse` and literals make them; false for a Date, a Map or a class instance. */
export function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An integer that prints as one (1e21 and more print with an exponent) and has neighbours of the same double. */
export function isUnsafeInteger(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER && size < 1e21;
}

/** Half a pair counts as the three bytes of U+FFFD. Needs no Node, as the client runs in browsers. */
function isLonger(value: string, bytes: number): boolean {
  if (value.length * 3 <= bytes) return false;
  return new TextEncoder().encodeInto(value, new Uint8Array(bytes)).read < value.length;
}
