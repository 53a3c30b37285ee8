export type BoundedCache<K, V> = {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): boolean;
};

/**
 * A cache of at most `capacity` entries that drops what was not used for longest, to within half its capacity. Two
 * generations instead of a list in order of use: a hit costs one look-up, and eviction one assignment.
 */
export function createBoundedCache<K, V>(capacity: number): BoundedCache<K, V> {
  const generationSize = Math.max(1, Math.floor(capacity / 2));
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  const set = (key: K, value: V): void => {
    if (young.size >= generationSize && !young.has(key)) [old, young] = [young, new Map()];
    young.set(key, value);
  };
  return {
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const found = old.get(key);
      if (found !== undefined) set(key, found);
      return found;
    },
    set,
    delete(key) {
      const wasOld = old.delete(key);
      return young.delete(key) || wasOld;
    },
  };
}

/** Remembers the results of a pure function, at most `capacity` of them. */
export function memoize<K, V extends {} | null>(capacity: number, compute: (key: K) => V): (key: K) => V {
  const cache = createBoundedCache<K, V>(capacity);
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

/** A remembered function. `known` answers without computing. */
type MemoizedFunction<K, V> = ((key: K) => V) & { known(key: K): V | undefined };

/**
 * Remembers the results of a pure function of an object for as long as the object lives. `identityOf` names the part of a
 * value that the result depends on, where the value itself is made anew for each call.
 */
export function memoizeByIdentity<K extends object, V extends {} | null>(
  compute: (key: K) => V,
  identityOf: (key: K) => object = (key) => key,
): MemoizedFunction<K, V> {
  const results = new WeakMap<object, V>();
  const remembered = (key: K): V => {
    const identity = identityOf(key);
    const known = results.get(identity);
    if (known !== undefined) return known;
    const value = compute(key);
    results.set(identity, value);
    return value;
  };
  return Object.assign(remembered, { known: (key: K) => results.get(identityOf(key)) });
}
