import type { BusinessRule } from "../../contracts/actions/business-rule.ts";

/** Settings of the gate. Sets name tools by slug; a trailing `*` matches any suffix. The strictest set wins. */
export type DraftRules = {
  /** Tools that count as reading although nobody declared their class. */
  allow: readonly string[];
  /** Tools that count as writing, whatever is declared. */
  mutate: readonly string[];
  /** Tools that are never called. */
  deny: readonly string[];
  business: readonly BusinessRule[];
  /** A bulk write needs a second confirmation. */
  bulkThreshold: number;
  expiryMs: number;
  /** How long before expiry a reminder is given; 0 gives none. */
  reminderMs: number;
  /** Who is asked first, and who after `handOverMs` of a revision; undefined: nobody in particular, and never. */
  assignee?: string;
  backup?: string;
  handOverMs?: number;
  /** May apply besides the author; undefined: the author alone. */
  approvers?: readonly string[];
  /** How many different people must approve. */
  quorum: number;
  /** Whether the author's own approval counts. */
  selfApproval: boolean;
  /** IANA zone of requests that name none. */
  zone: string;
};

export const defaultRules: DraftRules = {
  allow: [],
  mutate: [],
  deny: [],
  business: [],
  bulkThreshold: 5,
  expiryMs: 10 * 60_000,
  reminderMs: 2 * 60_000,
  quorum: 1,
  selfApproval: true,
  zone: "UTC",
};

/** Whether a set names the tool. */
export function matchesTool(set: readonly string[], tool: string): boolean {
  return set.some((one) => (one.endsWith("*") ? tool.startsWith(one.slice(0, -1)) : one === tool));
}
