import { hash } from "node:crypto";

const names = new Map<string, string>();

/**
 * The prepared statement name; undefined for statements planned each time. Inserts have only one plan. Plans that look
 * up rows age badly: the job table changes completely within a minute.
 *
 * Names are derived from the text, so they mean the same for every user of a pooled connection.
 */
export function statementName(sql: string): string | undefined {
  if (!/^(?:INSERT INTO|SELECT txid_current)/.test(sql)) return undefined;
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `planwright_${hash("sha256", sql, "base64url").slice(0, 32)}`;
  names.set(sql, name);
  return name;
}
