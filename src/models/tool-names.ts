import { textHash } from "../plan/hash.ts";

/** Maps tool names to names providers accept, and back. */
export type ToolNames = {
  /** Also maps unknown names: an earlier message may have an invented one. */
  to(name: string): string;
  /** An unknown name is returned unchanged: it is the model's claim. */
  from(spelled: string): string;
};

const maxChars = 64;
const hashChars = 8;

/**
 * Letters, digits, `_` and `-`, at most 64: what every provider accepts. A valid name stays unchanged; another gets a hash
 * only on a collision, so that `linear.create_issue` becomes `linear_create_issue`.
 */
export function createToolNames(names: readonly string[]): ToolNames {
  const uses = new Map<string, number>();
  for (const name of new Set(names)) uses.set(plain(name), (uses.get(plain(name)) ?? 0) + 1);
  const spelled = new Map<string, string>();
  const original = new Map<string, string>();
  for (const name of names) {
    const alone = plain(name) === name || (uses.get(plain(name)) === 1 && name.length <= maxChars);
    const word = alone ? plain(name) : hashedName(name);
    spelled.set(name, word);
    original.set(word, name);
  }
  return { to: (name) => spelled.get(name) ?? plain(name), from: (word) => original.get(word) ?? word };
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, maxChars) || "_";
}

function hashedName(name: string): string {
  return `${plain(name).slice(0, maxChars - hashChars - 1)}_${textHash(name).slice(0, hashChars)}`;
}
