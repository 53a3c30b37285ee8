/** A table that words of a text are looked up in: it knows nothing of JavaScript's own words, such as "constructor". */
export function wordTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const empty: Record<string, T> = Object.create(null);
  return Object.assign(empty, entries);
}
