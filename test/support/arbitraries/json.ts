import * as fc from "fast-check";
import type { Json, JsonObject } from "../../../src/plan/json.ts";
import { isKeyOf } from "../../../src/plan/keys.ts";

/** Well-formed text that is not a reference in any syntax. */
export const text = (minLength = 0): fc.Arbitrary<string> =>
  fc
    .string({ unit: "grapheme", minLength, maxLength: 12 })
    .map((value) => value.replaceAll(/[{}$]/g, "x"))
    .filter((value) => value.length >= minLength);

/** A typical name of a key or tool. */
export const word = (): fc.Arbitrary<string> => fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);

const key = (): fc.Arbitrary<string> => fc.oneof(word(), fc.constantFrom("", "a/b", "m~n", "0", "длина", "🌍"));

const { value, object } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    text(),
    fc.integer(),
    fc.integer({ min: -800, max: 800 }).map((eighths) => eighths / 8),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(key(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
}));

export const json = (): fc.Arbitrary<Json> => value;
export const jsonObject = (): fc.Arbitrary<JsonObject> => object;

/** A time in the formats that the contracts accept. */
export const timestamp = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true }),
      fc.constantFrom("Z", "+00:00", "-07:00", ""),
    )
    .map(([date, zone]) => date.toISOString().slice(0, 19) + zone);

/** Omits undefined fields. */
export function fields<T extends object>(
  parts: { [K in keyof T]: fc.Arbitrary<T[K]> },
  optional: (keyof T)[] = [],
): fc.Arbitrary<T> {
  const isRequired = (name: string): name is keyof T & string => isKeyOf(parts, name) && !optional.includes(name);
  const required: (keyof T)[] = Object.keys(parts).filter(isRequired);
  return fc.record(parts, { requiredKeys: required, noNullPrototype: true });
}
