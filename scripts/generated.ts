/** A file that is made from the source: its path from the root of the repository, and its whole text. */
export type Generated = { path: string; text: string };
