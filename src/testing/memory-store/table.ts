/** A map whose changes can be taken back, for stores that keep everything in memory. */
export type Table<T> = {
  get(key: string): T | undefined;
  /** Adds or replaces; the value is copied, as a database would. */
  put(key: string, value: T): void;
  remove(key: string): void;
  /** Those that pass, in the order they were added. The test must not change what it sees. */
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
