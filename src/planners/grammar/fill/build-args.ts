import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import type { Reference } from "../refer/refer.ts";
import type { Fill } from "./assign.ts";
import { put } from "./put.ts";

/** Values that come from earlier results: whole ones, and fields of an element by the index of the parameter. */
type BorrowedValues = { references: readonly Reference[]; elements: ReadonlyMap<number, string> };

const nothing: BorrowedValues = { references: [], elements: new Map() };

/** The arguments of a fill, nested objects put together again, and the paths of what is required and has no value. */
export function buildArgs(
  fill: Fill,
  { references, elements }: BorrowedValues = nothing,
): { args: JsonObject; missing: string[][] } {
  const args: JsonObject = {};
  const lacking: ParamProfile[] = [];
  const open = openedObjects(fill, [...references.map((one) => one.param), ...elements.keys()]);
  for (const [i, param] of fill.offers.params.entries()) {
    const reference = references.find((one) => one.param === i);
    const scored = fill.chosen.get(i);
    const needed = param.required || (param.needed && param.path.length > 1 && open.has(key(param.path.slice(0, -1))));
    const element = elements.get(i);
    if (element !== undefined) put(args, param.path, element);
    else if (reference !== undefined) put(args, param.path, `{{c${reference.call + 1}.${reference.field.path}}}`);
    else if (scored !== undefined && scored.bad !== true) put(args, param.path, scored.value);
    else if (needed && param.fallback !== undefined) put(args, param.path, param.fallback);
    else if (needed && param.hints.language && scored === undefined) put(args, param.path, "English");
    else if (needed || (param.wanted && !open.has(key(param.path.slice(0, -1))))) lacking.push(param);
  }
  return { args, missing: named(lacking, args) };
}

/** Objects of which some field has a value: their required fields are needed then. */
function openedObjects(fill: Fill, borrowed: readonly number[]): Set<string> {
  const open = new Set<string>();
  for (const i of [...fill.chosen.keys(), ...borrowed]) {
    const path = fill.offers.params[i]?.path ?? [];
    for (let depth = 1; depth < path.length; depth += 1) open.add(key(path.slice(0, depth)));
  }
  return open;
}

function key(path: readonly string[]): string {
  return path.join("\0");
}

/** An object that has nothing at all is asked for as a whole; a list of objects also by its fields. */
function named(lacking: readonly ParamProfile[], args: JsonObject): string[][] {
  const paths = lacking.flatMap((param) => {
    const parent = param.path.slice(0, -1);
    const whole = parent.length > 0 && !has(args, parent) ? parent : param.path;
    return [whole, ...param.fields.filter((field) => field.required).map((field) => [...param.path, ...field.path])];
  });
  return [...new Map(paths.map((path) => [key(path), [...path]])).values()];
}

function has(args: JsonObject, path: readonly string[]): boolean {
  let at: Json | undefined = args;
  for (const name of path) {
    if (!isJsonObject(at) || !(name in at)) return false;
    at = at[name];
  }
  return true;
}
