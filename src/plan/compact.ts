/** The fields of `T`; a field that may be undefined becomes optional. */
export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Drops undefined fields, so that absent stays absent on the wire and in the model. */
export function compact<T extends object>(fields: T): Compact<T>;
export function compact(fields: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  // Without `Object.entries`, which allocates an array per field: this runs for every tool call.
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}
