import type { PostgresRow } from "./session.ts";

/** Stands before what is written otherwise: a character of a private plane. */
const mark = "\u{F0000}";

/**
 * Postgres keeps every text but those with U+0000, which keys and ids of others may have: it is written as the mark and
 * `0`, and the mark itself twice. No two texts become one, and `fromServer` gives each back.
 */
export function toServer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toServer);
  if (typeof value !== "string" || !(value.includes("\0") || value.includes(mark))) return value;
  return value.replaceAll(mark, mark + mark).replaceAll("\0", `${mark}0`);
}

export function fromServer(row: PostgresRow): PostgresRow {
  const marked = Object.entries(row).filter(([, value]) => typeof value === "string" && value.includes(mark));
  if (marked.length === 0) return row;
  const plain = marked.map(([name, value]) => [name, unmarked(String(value))] as const);
  return { ...row, ...Object.fromEntries(plain) };
}

function unmarked(text: string): string {
  return text.replaceAll(new RegExp(`${mark}(0|${mark})`, "gu"), (_, what: string) => (what === "0" ? "\0" : mark));
}
