/** A page of the rows that were found; reading one row more than the limit tells whether there is another page. */
export function toPage<T>(found: readonly T[], limit: number, idOf: (row: T) => string) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > limit && last !== undefined ? idOf(last) : null };
}
