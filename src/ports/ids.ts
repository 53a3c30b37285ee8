/** Fresh identifiers. Anything that must be the same on replay is derived instead (see `derive` in `plan/`). */
export interface Ids {
  /** A new identifier, sortable by creation time. */
  next(): string;
}
