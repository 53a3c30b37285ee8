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
  return cached(createBoundedCache<K, V>(capacity), compute);
}

/**
 * Remembers the results of a pure function of an object for as long as the object lives. `identityOf` names the part of a
 * value that the result depends on, where the value itself is made anew for each call.
 */
export function memoizeByIdentity<K extends object, V extends {} | null>(
  compute: (key: K) => V,
  identityOf?: (key: K) => object,
): (key: K) => V {
  if (identityOf === undefined) return cached(new WeakMap<K, V>(), compute);
  const results = new WeakMap<object, V>();
  return (key) => {
    const identity = identityOf(key);
    const known = results.get(identity);
    if (known !== undefined) return known;
    const value = compute(key);
    results.set(identity, value);
    return value;
  };
}

type Cache<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown };

function cached<K, V extends {} | null>(cache: Cache<K, V>, compute: (key: K) => V): (key: K) => V {
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}
