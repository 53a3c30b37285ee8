/** Drops undefined fields, so that absent stays absent on the wire and in the model. */
export function compact<T extends object>(fields: T): T {
  const kept: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[]) if (fields[key] !== undefined) kept[key] = fields[key]; // its own keys
  return kept as T; // dropping an undefined field keeps the type: it was optional
}
