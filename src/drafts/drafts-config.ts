import { z } from "zod";
import { BusinessRule } from "../contracts/actions/business-rule.ts";
import { compact } from "../plan/compact.ts";
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
  assignee: z.string().min(1).optional().describe("who is asked first, among those who may apply; nobody by default"),
  backup: z.string().min(1).optional().describe("who is asked instead after hand_over_minutes"),
  hand_over_minutes: z
    .number()
    .positive()
    .max(10_080)
    .optional()
    .describe("minutes without a decision after which the backup is asked; never by default"),
  approvers: z
    .array(z.string().min(1))
    .optional()
    .describe("who may apply besides the author; by default only the author; key:ops is every API key of this name"),
  quorum: z.int().min(1).max(100).default(1).describe("number of different people who must approve"),
  self_approval: z.boolean().default(true).describe("whether the author's own approval counts"),
  bulk_threshold: z.int().min(1).max(1000).default(5).describe("number of writes that need a second confirmation"),
  allow: Tools.describe("tools of unknown class that count as reading; a trailing * matches any suffix"),
  mutate: Tools.describe("tools that count as writing, even if declared as reading"),
  deny: Tools.describe("tools that are never called"),
  rules: z.array(BusinessRule).default([]).describe("rules for arguments, beyond the tool's schema"),
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
    ...compact({
      approvers: config.approvers,
      assignee: config.assignee,
      backup: config.backup,
      handOverMs: config.hand_over_minutes === undefined ? undefined : config.hand_over_minutes * minute,
    }),
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
  for (const field of ["assignee", "backup"] as const) {
    const person = config[field];
    if (person === undefined || approvers.includes(person)) continue;
    issues.push(
      createIssue("INVALID_VALUE", `${pointer}/${field}`, {
        message: `${person} is not among the approvers`,
        hint: "List the person under approvers.",
      }),
    );
  }
  const { hand_over_minutes: handOver = 0, backup } = config;
  if (handOver >= expiry || (handOver > 0 && backup === undefined))
    issues.push(
      createIssue("OUT_OF_RANGE", `${pointer}/hand_over_minutes`, {
        message: backup === undefined ? "there is no backup" : "a Draft would expire before its hand-over",
      }),
    );
  return issues;
}
