import type { SchemaError } from "../schema-check.ts";

/** Pointers in the arguments whose value comes from a reference: whole, or as part of a text. */
export type Unknowns = ReadonlyMap<string, "exact" | "embedded">;

/** Keywords that depend on the whole value. */
const whole = new Set(["not", "const", "enum", "uniqueItems"]);

/** Keywords that choose between subschemas, and where those are. */
const choices: ReadonlyMap<string, readonly string[]> = new Map([
  ["anyOf", ["anyOf/"]],
  ["oneOf", ["oneOf/"]],
  ["contains", ["contains/"]],
  ["if", ["if/", "then/", "else/"]],
]);

/**
 * Keeps the errors that hold for any value of the references. The type rule checks the referenced values themselves; a
 * choice between branches is undecided when a reference is inside, and so are the errors of its branches.
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

/** Schema paths of the branches of a choice, including the choice itself. */
function branchesOf({ keyword, schemaPath }: SchemaError): string[] {
  const parent = schemaPath.slice(0, -keyword.length);
  return (choices.get(keyword) ?? []).map((branch) => parent + branch);
}

function holdsUnknown(pointer: string, unknowns: Unknowns): boolean {
  return unknowns.keys().some((place) => place === pointer || place.startsWith(`${pointer}/`));
}
