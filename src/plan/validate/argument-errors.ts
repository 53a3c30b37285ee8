import type { SchemaError } from "../schema-check.ts";

/** Places in the arguments whose value comes from a reference: whole, or as part of a text. */
export type Unknowns = ReadonlyMap<string, "exact" | "embedded">;

/** Keywords that judge a value with everything inside it. */
const whole = new Set(["not", "const", "enum", "uniqueItems"]);

/** Keywords that choose between parts of the schema, and where those parts stand. */
const choices: ReadonlyMap<string, readonly string[]> = new Map([
  ["anyOf", ["anyOf/"]],
  ["oneOf", ["oneOf/"]],
  ["contains", ["contains/"]],
  ["if", ["if/", "then/", "else/"]],
]);

/**
 * Keeps the errors that stand whatever the references bring. An error about a referenced value itself is left to the
 * type rule; a choice between branches is open when a reference lies inside, and with it the errors of its branches.
 */
export function certainErrors(errors: readonly SchemaError[], unknowns: Unknowns): readonly SchemaError[] {
  const open = errors.filter(({ pointer }) => holdsUnknown(pointer, unknowns)).flatMap(branchesOf);
  return errors.filter((error) => {
    if (open.some((path) => `${error.schemaPath}/`.startsWith(path))) return false;
    if (unknowns.get(error.pointer) === "exact") return false;
    if (unknowns.get(error.pointer) === "embedded") return error.keyword === "type";
    return !whole.has(error.keyword) || !holdsUnknown(error.pointer, unknowns);
  });
}

/** Where in the schema the branches of a choice stand, the choice itself included. */
function branchesOf({ keyword, schemaPath }: SchemaError): string[] {
  const parent = schemaPath.slice(0, -keyword.length);
  return (choices.get(keyword) ?? []).map((branch) => parent + branch);
}

function holdsUnknown(pointer: string, unknowns: Unknowns): boolean {
  return unknowns.keys().some((place) => place === pointer || place.startsWith(`${pointer}/`));
}
