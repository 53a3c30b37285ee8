import { z } from "zod";
import { BusinessRule } from "../contracts/actions/business-rule.ts";
import { Zone } from "../contracts/zone.ts";
import type { Issue } from "../plan/issue.ts";
import { createIssue } from "../plan/create-issue.ts";
import { defaultRules, type DraftRules } from "./gate/rules.ts";

const Tools = z.array(z.string().min(1)).default([]);
const minute = 60_000;

/** The `drafts` section of `planwright.yaml`. */
export const DraftsConfig = z.strictObject({
  expires_minutes: z.number().positive().max(10_080).default(10).describe("how long a revision may be applied"),
  reminder_minutes: z.number().min(0).max(10_080).default(2).describe("before expiry; 0 gives none"),
  approvers: z.array(z.string().min(1)).optional().describe("may apply besides the author, who alone may otherwise"),
  quorum: z.int().min(1).max(100).default(1).describe("how many different people must approve"),
  self_approval: z.boolean().default(true).describe("whether the author's own approval counts"),
  bulk_threshold: z.int().min(1).max(1000).default(5).describe("so many writes need a second confirmation"),
  allow: Tools.describe("tools of unknown class that count as reading; * at the end is any rest"),
  mutate: Tools.describe("tools that count as writing, whatever is declared"),
  deny: Tools.describe("tools that are never called"),
  rules: z.array(BusinessRule).default([]).describe("what arguments must be, beyond the tool's schema"),
  zone: Zone.default("UTC").describe("IANA time zone of requests that name none"),
});
export type DraftsConfig = z.infer<typeof DraftsConfig>;

/** The gate's settings. Packs may add business rules. */
export function rulesOf(config: DraftsConfig, fromPacks: readonly BusinessRule[] = []): DraftRules {
  return {
    ...defaultRules,
    allow: config.allow,
    mutate: config.mutate,
    deny: config.deny,
    business: [...config.rules, ...fromPacks],
    bulkThreshold: config.bulk_threshold,
    expiryMs: config.expires_minutes * minute,
    reminderMs: config.reminder_minutes * minute,
    quorum: config.quorum,
    selfApproval: config.self_approval,
    zone: config.zone,
    ...(config.approvers !== undefined && { approvers: config.approvers }),
  };
}

/** Reports settings under which no Draft could be applied or no reminder would be sent in time. */
export function checkDraftsConfig(config: DraftsConfig, pointer: string): Issue[] {
  const { approvers = [], quorum, self_approval: self, expires_minutes: expiry, reminder_minutes: reminder } = config;
  const people = new Set(approvers).size + (self ? 1 : 0);
  const issues: Issue[] = [];
  if (quorum > people)
    issues.push(
      createIssue("OUT_OF_RANGE", `${pointer}/quorum`, {
        message: `${quorum} must approve, but only ${people} may`,
        hint: "List more approvers, or ask for fewer approvals.",
      }),
    );
  if (reminder >= expiry)
    issues.push(
      createIssue("OUT_OF_RANGE", `${pointer}/reminder_minutes`, {
        message: "a Draft would expire before its reminder",
      }),
    );
  return issues;
}
