/** A table that words of a text are looked up in: it knows nothing of JavaScript's own words, such as "constructor". */
export function wordTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const empty = Object.create(null) as Record<string, T>; // no entry, not even an inherited one
  return Object.assign(empty, entries);
}
