import type { IssueCode } from "../../plan/issue-codes.ts";
import { isJsonObject } from "../../plan/json.ts";
import { joinPointer } from "../../plan/pointer.ts";

export type Path = readonly (string | number)[];

/** A valid document with one error, and the issue that a validator must report. */
export type Mutation = {
  readonly name: string;
  readonly document: unknown;
  readonly code: IssueCode;
  readonly pointer: string;
};

/** A copy with one value changed; undefined removes the field. */
export function change(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.map((item, at) => (at === key ? change(item, rest, to) : item));
  }
  const object = isJsonObject(value) ? value : {};
  const { [key]: here, ...others } = object;
  const changed = change(here, rest, to);
  return changed === undefined ? others : { ...object, [key]: changed };
}

/** All objects and fields of a value, outermost first. `isOpen` says where the contract allows any value. */
export function* walk(value: unknown, isOpen: (path: Path) => boolean, path: Path = []): Generator<[Path, unknown]> {
  yield [path, value];
  if (isOpen(path)) return;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isJsonObject(value) ? value : {});
  for (const [key, item] of entries) yield* walk(item, isOpen, [...path, key]);
}

/** An extra field in every object, and a wrong type for every value: invalid in any contract. */
export function* shapeMutations(document: unknown, isOpen: (path: Path) => boolean): Generator<Mutation> {
  for (const [path, value] of walk(document, isOpen)) {
    const pointer = joinPointer("", ...path);
    if (isJsonObject(value) && !isOpen(path)) {
      const extra = change(document, [...path, "zz_extra"], 1);
      yield { name: "extra field", document: extra, code: "UNKNOWN_FIELD", pointer: `${pointer}/zz_extra` };
    }
    // A document that is a string would be parsed as JSON text.
    const other = typeof value === "string" || path.length === 0 ? 7.5 : "text";
    yield { name: "wrong type", document: change(document, path, other), code: "WRONG_TYPE", pointer };
  }
}
