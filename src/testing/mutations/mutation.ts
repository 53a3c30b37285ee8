import type { IssueCode } from "../../plan/issue-codes.ts";
import { isJsonObject } from "../../plan/json.ts";
import { joinPointer } from "../../plan/pointer.ts";

export type Path = readonly (string | number)[];

/** A valid document with one thing made wrong, and what a validator must say about it. */
export type Mutation = {
  readonly name: string;
  readonly document: unknown;
  readonly code: IssueCode;
  readonly pointer: string;
};

/** A copy with one place changed; undefined takes the field away. */
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

/** Every object and field below a value, from the outside in. `isOpen` says where the contract lets anything stand. */
export function* places(value: unknown, isOpen: (path: Path) => boolean, path: Path = []): Generator<[Path, unknown]> {
  yield [path, value];
  if (isOpen(path)) return;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isJsonObject(value) ? value : {});
  for (const [key, item] of entries) yield* places(item, isOpen, [...path, key]);
}

/** An extra field in every object, and another type at every place: wrong in any contract. */
export function* shapeMutations(document: unknown, isOpen: (path: Path) => boolean): Generator<Mutation> {
  for (const [path, value] of places(document, isOpen)) {
    const pointer = joinPointer("", ...path);
    if (isJsonObject(value) && !isOpen(path)) {
      const extra = change(document, [...path, "zz_extra"], 1);
      yield { name: "extra field", document: extra, code: "UNKNOWN_FIELD", pointer: `${pointer}/zz_extra` };
    }
    // A whole document that is a text would be read as JSON text.
    const other = typeof value === "string" || path.length === 0 ? 7.5 : "text";
    yield { name: "wrong type", document: change(document, path, other), code: "WRONG_TYPE", pointer };
  }
}
