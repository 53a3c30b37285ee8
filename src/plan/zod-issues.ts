import { compact } from "./compact.ts";
import type { z } from "zod";
import type { Issue } from "./issue.ts";
import { isJsonObject } from "./json.ts";
import { createIssue, maxIssues } from "./create-issue.ts";
import { nearest } from "./nearest.ts";
import { atPointer, joinPointer } from "./pointer.ts";

/** Allowed fields, keyed by the array in zod's issue: its unrecognised keys, or a union's errors. */
export type KnownFields = WeakMap<readonly unknown[], string[]>;

type ZodIssue = z.core.$ZodIssue;
type Branches = ZodIssue[][];

/** Converts zod's issues to ours: stable codes, one issue per pointer. */
export function toIssues(found: readonly ZodIssue[], value: unknown, known: KnownFields): Issue[] {
  return found.flatMap((issue) => translate(issue, { value, known, at: [] }));
}

type IssueContext = { value: unknown; known: KnownFields; at: readonly PropertyKey[] };

function translate(issue: ZodIssue, place: IssueContext): Issue[] {
  const at = [...place.at, ...issue.path];
  const pointer = joinPointer("", ...at.map(String));
  const found = atPointer(place.value, pointer);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownField(joinPointer(pointer, key), key, place.known.get(issue.keys) ?? []));
    case "invalid_type":
      return [wrongType(pointer, found, issue.expected)];
    case "custom":
      return [found === undefined ? missing(pointer) : createIssue("WRONG_TYPE", pointer, { message: issue.message })];
    case "invalid_value":
      return [notAllowed(pointer, found, issue.values)];
    case "invalid_union":
      if (issue.discriminator !== undefined)
        return [
          notAllowed(pointer, found, "options" in issue ? (issue.options ?? []) : []),
          ...unknownFields(at.slice(0, -1), place, place.known.get(issue.errors) ?? []),
        ];
      return closestBranch(issue.errors, { ...place, at }, pointer);
    case "too_small":
      return [outOfBounds(pointer, issue, "TOO_SHORT")];
    case "too_big":
      return [outOfBounds(pointer, issue, "TOO_LONG")];
    case "invalid_format":
    case "invalid_key":
      return [createIssue("INVALID_FORMAT", pointer, { message: issue.message })];
    case "not_multiple_of":
    case "invalid_element":
      return [createIssue("INVALID_VALUE", pointer, { message: issue.message })];
    default:
      return issue satisfies never;
  }
}

function unknownField(pointer: string, key: string, fields: readonly string[]): Issue {
  const meant = nearest(key, fields);
  const hint = meant === undefined ? `Known here: ${fields.join(", ")}.` : `Did you mean "${meant}"?`;
  return createIssue("UNKNOWN_FIELD", pointer, { message: `"${key.slice(0, 64)}" is not a known field`, hint });
}

/** Without its discriminator an object matches no alternative, but a field that none of them has is still unknown. */
function unknownFields(path: readonly PropertyKey[], { value }: IssueContext, fields: readonly string[]): Issue[] {
  const pointer = joinPointer("", ...path.map(String));
  const object = atPointer(value, pointer);
  if (!isJsonObject(object)) return [];
  const unknown = Object.keys(object).filter((key) => !fields.includes(key));
  return unknown.map((key) => unknownField(joinPointer(pointer, key), key, [...new Set(fields)]));
}

function missing(pointer: string): Issue {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return createIssue("MISSING_FIELD", pointer, { message: `"${name}" is required` });
}

function wrongType(pointer: string, found: unknown, ...expected: readonly string[]): Issue {
  if (found === undefined && pointer !== "") return missing(pointer);
  const wanted = [...new Set(expected.map(nameOf))];
  const hint =
    found === null
      ? "Omit the field when there is no value."
      : wanted.includes("array") && typeof found === "string"
        ? `Write a list, such as ${JSON.stringify(found.slice(0, 80).trim().split(/\s+/))}.`
        : wanted.flatMap((type) => examples[type] ?? [])[0];
  return createIssue("WRONG_TYPE", pointer, {
    message: `must be ${wanted.join(" or ")}, not ${typeName(found)}`,
    ...compact({ hint }),
  });
}

const examples: Readonly<Record<string, string>> = {
  object: 'Write an object, such as { "name": "value" }.',
  array: 'Write a list, such as ["value"].',
  string: "Write a text; numbers, true and false need quotes.",
  number: "Write a number without quotes.",
  integer: "Write a whole number without quotes.",
  boolean: "Write true or false without quotes.",
};

function notAllowed(pointer: string, found: unknown, allowed: readonly unknown[]): Issue {
  if (found === undefined) return missing(pointer);
  const types = new Set(allowed.map(typeName));
  if (!types.has(typeName(found))) return wrongType(pointer, found, ...types);
  const words = allowed.map((word) => JSON.stringify(word)).join(", ");
  const meant = typeof found === "string" ? nearest(found, allowed.map(String)) : undefined;
  const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
  return createIssue("INVALID_VALUE", pointer, { message: `must be one of ${words}`, ...hint });
}

function outOfBounds(
  pointer: string,
  issue: { origin: string; message: string },
  code: "TOO_SHORT" | "TOO_LONG",
): Issue {
  const counted = ["string", "array", "object"].includes(issue.origin);
  return createIssue(counted ? code : "OUT_OF_RANGE", pointer, { message: issue.message });
}

/** Reports the closest alternative of a union; where none is close, the expected types. */
function closestBranch(branches: Branches, place: IssueContext, pointer: string): Issue[] {
  const wanted = branches.flatMap(typesAtRoot);
  if (wanted.length < branches.length || branches.length === 0) {
    const [closest = []] = branches.toSorted((a, b) => rootFaults(a) - rootFaults(b) || a.length - b.length);
    return closest.slice(0, maxIssues + 1).flatMap((issue) => translate(issue, place));
  }
  return [wrongType(pointer, atPointer(place.value, pointer), ...wanted)];
}

/** The types a branch expected, where it failed at the value's own type. */
function typesAtRoot(branch: readonly ZodIssue[]): string[] {
  const [first] = branch;
  if (first === undefined || first.path.length > 0) return [];
  if (first.code === "invalid_type") return [first.expected];
  if (first.code === "custom") return ["object"];
  if (first.code !== "invalid_union") return [];
  const nested = first.errors.flatMap(typesAtRoot);
  return nested.length === first.errors.length ? [nested.join(" or ")] : [];
}

function rootFaults(branch: readonly ZodIssue[]): number {
  return branch.filter((issue) => issue.path.length === 0).length;
}

function nameOf(expected: string): string {
  return expected === "int" ? "integer" : expected === "record" ? "object" : expected;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
