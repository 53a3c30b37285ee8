import { z } from "zod";
import { compact } from "../../plan/compact.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Issue } from "../../plan/issue.ts";
import type { FollowUpRules } from "../../runs/follow-up.ts";

const minutes = z.number().positive().max(525_600).optional();
const person = z.string().min(1).optional();

/** The `escalations` section of `planwright.yaml`. */
export const EscalationsConfig = z.strictObject({
  assignee: person.describe("who is asked first, such as tg:1001; by default everybody who may decide"),
  backup: person.describe("who is asked instead after hand_over_minutes"),
  reminder_minutes: minutes.describe("minutes after which the assignee is reminded, once; never by default"),
  hand_over_minutes: minutes.describe("minutes after which the backup is asked; never by default"),
  deadline_minutes: minutes.describe("minutes after which on_deadline decides; never by default"),
  on_deadline: z
    .enum(["abort", "skip"])
    .default("abort")
    .describe("decision at the deadline: abort the run, or skip the step if that is offered"),
});
export type EscalationsConfig = z.infer<typeof EscalationsConfig>;

/** Undefined if nothing is configured: then questions never expire. */
export function followUpRules(config: EscalationsConfig): FollowUpRules | undefined {
  const { assignee, backup, reminder_minutes, hand_over_minutes, deadline_minutes, on_deadline } = config;
  const ms = (given: number | undefined) => (given === undefined ? undefined : given * 60_000);
  const rules = compact({
    assignee,
    backup,
    remindMs: ms(reminder_minutes),
    handOverMs: ms(hand_over_minutes),
    deadlineMs: ms(deadline_minutes),
  });
  return Object.keys(rules).length === 0 ? undefined : { ...rules, onDeadline: on_deadline };
}

/** Reports settings that could never take effect. */
export function checkEscalationsConfig(config: EscalationsConfig, pointer: string): Issue[] {
  const { backup, reminder_minutes: reminder = 0, hand_over_minutes: handOver, deadline_minutes: deadline } = config;
  const issue = (field: string, message: string): Issue =>
    createIssue("OUT_OF_RANGE", `${pointer}/${field}`, { message });
  return [
    ...(handOver !== undefined && backup === undefined ? [issue("hand_over_minutes", "there is no backup")] : []),
    ...(deadline !== undefined && reminder >= deadline
      ? [issue("reminder_minutes", "the deadline would pass before the reminder")]
      : []),
    ...(deadline !== undefined && handOver !== undefined && handOver >= deadline
      ? [issue("hand_over_minutes", "the deadline would pass before the hand-over")]
      : []),
  ];
}
