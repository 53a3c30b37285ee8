const frozen = new WeakSet();

/** Freezes a JSON value through and through. What is worked out from it once, holds for as long as it lives. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || frozen.has(value)) return value;
  for (const part of Object.values(value)) freezeDeep(part);
  Object.freeze(value);
  frozen.add(value);
  return value;
}

/** Whether nothing in it can change any more. Only what went through `freezeDeep` is known not to. */
export function isFrozenDeep(value: unknown): boolean {
  return typeof value === "object" && value !== null && frozen.has(value);
}
