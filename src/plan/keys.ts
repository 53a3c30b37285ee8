/** Whether a table has this key of its own. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** `Object.keys` with the type of the keys. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((key): key is keyof T & string => isKeyOf(table, key));
}

/** A record with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key gets its value
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
