import { z } from "zod";
import { checkJson, documentLimits } from "./check-json.ts";
import { type CheckResult, refused } from "./check-result.ts";
import type { Issue } from "./issue.ts";
import { createIssue, maxIssues } from "./create-issue.ts";
import { maxSteps } from "./plan.ts";
import { atPointer, joinPointer } from "./pointer.ts";
import { toIssues, type KnownFields } from "./zod-issues.ts";

/**
 * Parses any value by a contract's schema. Returns every issue at once, each with its pointer. Drops nothing, repairs
 * nothing and never throws.
 */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): CheckResult<z.output<S>> {
  try {
    const long = overlongLists(value);
    return long.length > 0 ? refused(...long) : parseShort(schema, value);
  } catch {
    // A getter or a proxy that throws is not data.
    return refused(createIssue("NOT_JSON", ""));
  }
}

/** A parser for one schema. */
export function parserOf<S extends z.ZodType>(schema: S): (value: unknown) => CheckResult<z.output<S>> {
  return (value) => parseWith(schema, value);
}

const watched = { ...documentLimits, unsafeKeys: new Set(["__proto__"]) };

function parseShort<S extends z.ZodType>(schema: S, value: unknown): CheckResult<z.output<S>> {
  const found = checkJson(value, watched);
  const shape = parseShape(schema, value);
  if (found.length === 0 && shape.ok) return shape;
  // zod drops the key `__proto__` of open objects: refused there, kept as data elsewhere.
  const unfit = found.filter(
    ({ code, pointer }) => code !== "UNSAFE_KEY" || (shape.ok && isLost(shape.value, pointer)),
  );
  if (unfit.length === 0 && shape.ok) return shape;
  const places = unfit.map((issue) => issue.pointer);
  const others = shape.ok
    ? []
    : shape.issues.filter((issue) => !places.some((place) => isWithin(issue.pointer, place)));
  return refused(...bounded([...unfit, ...others]));
}

function isLost(value: unknown, pointer: string): boolean {
  return atPointer(value, pointer) === undefined;
}

/** Like `safeParse`, but makes messages only for the issues that are listed: a document may have a hundred thousand. */
function parseShape<S extends z.ZodType>(schema: S, value: unknown): CheckResult<z.output<S>> {
  const known: KnownFields = new WeakMap();
  const context = {
    async: false,
    // The schema that raised the issue is only visible here, and with it the fields that were meant.
    error: (issue: z.core.$ZodRawIssue) => {
      if (issue.code === "unrecognized_keys") known.set(issue.keys, fieldsOf(issue.inst));
      if (issue.code === "invalid_union") known.set(issue.errors, fieldsOf(issue.inst));
      return undefined;
    },
  };
  const parsed = schema._zod.run({ value, issues: [] }, context);
  if (parsed instanceof Promise) throw new z.core.$ZodAsyncError();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod makes it of a value without issues
  if (parsed.issues.length === 0) return { ok: true, value: parsed.value as z.output<S> };
  const listed = parsed.issues.slice(0, maxIssues + 1);
  const issues = listed.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()));
  return refused(...toIssues(issues, value, known));
}

/** The fields of a strict object, or of all alternatives of a union. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : [];
}

/** Checked first, so that a list of millions costs nothing. Only top-level lists of a contract can be long. */
function overlongLists(value: unknown): Issue[] {
  if (typeof value !== "object" || value === null) return [];
  const lists: [string, unknown][] = Array.isArray(value) ? [["", value]] : Object.entries(value);
  if (lists.length > maxSteps) return [createIssue("TOO_LONG", "", { message: `has ${lists.length} fields` })];
  return lists.flatMap(([name, list]) =>
    Array.isArray(list) && list.length > maxSteps
      ? [createIssue("TOO_LONG", name === "" ? "" : joinPointer("", name), { message: `has ${list.length} entries` })]
      : [],
  );
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

function bounded(issues: Issue[]): Issue[] {
  return issues.length <= maxIssues ? issues : [...issues.slice(0, maxIssues), createIssue("TOO_MANY_ISSUES", "")];
}
