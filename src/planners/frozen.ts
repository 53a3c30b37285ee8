const frozen = new WeakSet();

/** Deeply freezes a JSON value, so that results derived from it can be cached. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || frozen.has(value)) return value;
  for (const part of Object.values(value)) freezeDeep(part);
  Object.freeze(value);
  frozen.add(value);
  return value;
}

/** Whether the value is deeply frozen. Only values from `freezeDeep` are known to be. */
export function isFrozenDeep(value: unknown): boolean {
  return typeof value === "object" && value !== null && frozen.has(value);
}
