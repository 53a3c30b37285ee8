import type { PostgresRow } from "./session.ts";

/** Escape mark: a private-use character. */
const mark = "\u{F0000}";

/**
 * Postgres cannot store U+0000, which foreign keys and ids may contain: it is escaped as the mark and `0`, and the mark
 * itself is doubled. `fromServer` reverses it.
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
