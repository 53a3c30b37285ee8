/** The fields of `T`; a field that may be undefined becomes optional. */
export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Drops undefined fields, so that absent stays absent on the wire and in the model. */
export function compact<T extends object>(fields: T): Compact<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[]) if (fields[key] !== undefined) kept[key] = fields[key]; // its own keys
  return kept as Partial<T> & Compact<T>; // only defined fields are left
}
