import { roles as english } from "../english/roles.ts";
import { roles as russian } from "../russian/roles.ts";

type Role = { words: Set<string>; prefixes: string[]; endings: string[]; pattern?: RegExp };

/** Words that rules look for, by role, over all languages that have them. */
const table = new Map<string, Role>();
for (const line of [english, russian].flatMap((text) => text.trim().split("\n"))) {
  const [name = "", said = ""] = line.split(": ");
  const role = table.get(name) ?? { words: new Set(), prefixes: [], endings: [] };
  for (const entry of said.split(", "))
    if (entry.endsWith("*")) role.prefixes.push(entry.slice(0, -1));
    else if (entry.startsWith("*")) role.endings.push(entry.slice(1));
    else role.words.add(entry);
  table.set(name, role);
}

/** Compiled on first use: most requests need few roles. */
function patternOf(name: string): RegExp | undefined {
  const role = table.get(name);
  if (role === undefined || role.pattern !== undefined) return role?.pattern;
  const entries = [...role.words].concat(role.prefixes.map((prefix) => `${prefix}\\p{L}*`));
  // The longest first: "out of stock" before "out of".
  entries.sort((a, b) => b.length - a.length);
  role.pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${entries.join("|").replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_])`,
    "giu",
  );
  return role.pattern;
}

/** Whether a word in lower case has a role. */
export function hasRole(lower: string, name: string): boolean {
  const role = table.get(name);
  return (
    role !== undefined &&
    (role.words.has(lower) ||
      role.prefixes.some((prefix) => lower.startsWith(prefix)) ||
      role.endings.some((ending) => lower.length > ending.length + 1 && lower.endsWith(ending)))
  );
}

/** Whether a word or phrase of a role stands in a text. */
export function mentions(text: string, name: string): boolean {
  const pattern = patternOf(name);
  return pattern !== undefined && text.search(pattern) >= 0;
}

/** Where words or phrases of a role stand in a text, the longest of those that begin at one place. */
export function rangesOf(text: string, name: string): { from: number; to: number }[] {
  const pattern = patternOf(name);
  if (pattern === undefined) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
}
