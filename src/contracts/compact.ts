/** Leaves out what is undefined, so that absent stays absent on the wire and in the model. */
export function compact<T extends object>(fields: T): T {
  // dropping an undefined field keeps the type: it was optional
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
