import { isJsonObject } from "./json.ts";

const asKey = { configurable: true, enumerable: true, writable: true };

type Change = (text: string) => unknown;
type ChangeKey = (key: string) => string;

/** The same JSON with every string replaced. Keys stay unless `changeKey` replaces them; undefined fields are left out. */
export function mapStrings<T>(value: T, change: Change, changeKey: ChangeKey = (key) => key): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape stays; what a string becomes is up to the caller
  return mapped(value, change, changeKey) as T;
}

function mapped(value: unknown, change: Change, changeKey: ChangeKey): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, changeKey));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  // Not by entries, which cost an array a field.
  for (const key of Object.keys(value)) {
    const field: unknown = value[key];
    if (field === undefined) continue;
    // Plain assignment of `__proto__` would set the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { ...asKey, value: mapped(field, change, changeKey) });
    else copy[changeKey(key)] = mapped(field, change, changeKey);
  }
  return copy;
}
