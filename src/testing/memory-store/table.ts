/** A map with undo, for the in-memory store. */
export type Table<T> = {
  get(key: string): T | undefined;
  /** Adds or replaces a value; copies it, like a database. */
  put(key: string, value: T): void;
  remove(key: string): void;
  /** Matching values in insertion order. The predicate must not change them. */
  all(test?: (row: T) => boolean): T[];
};

export type Undo = (() => void)[];

export function createTable<T>(undo: () => Undo): Table<T> {
  const rows = new Map<string, T>();
  return {
    get: (key) => structuredClone(rows.get(key)),
    put(key, value) {
      const before = rows.get(key);
      undo().push(() => (before === undefined ? rows.delete(key) : rows.set(key, before)));
      rows.set(key, structuredClone(value));
    },
    remove(key) {
      const before = rows.get(key);
      if (before === undefined) return;
      undo().push(() => rows.set(key, before));
      rows.delete(key);
    },
    all: (test = () => true) => structuredClone([...rows.values()].filter(test)),
  };
}
