import { hash } from "node:crypto";

const names = new Map<string, string>();

/**
 * The name under which a connection keeps a statement planned; undefined for what is planned each time. Inserts have no
 * choice of plan. A plan of anything that looks rows up was made for tables as they were, and the jobs of a minute ago
 * say little about those of now.
 *
 * The name is made of the text: whoever else is behind the same connection means the same by it.
 */
export function statementName(sql: string): string | undefined {
  if (!/^(?:INSERT INTO|SELECT txid_current)/.test(sql)) return undefined;
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `planwright_${hash("sha256", sql, "base64url").slice(0, 32)}`;
  names.set(sql, name);
  return name;
}
