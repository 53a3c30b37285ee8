import { compact } from "../plan/compact.ts";
import type { FollowUp, HandOver } from "../ports/wait.ts";

/** How pending decisions are followed up; times count from the moment somebody was asked. */
export type FollowUpRules = Pick<FollowUp, "assignee" | "backup" | "onDeadline"> & {
  remindMs?: number;
  handOverMs?: number;
  deadlineMs?: number;
};

/** What to do for a pending decision, and when. */
type FollowUpMoment = { kind: "remind" | "handOver" | "deadline"; at: number };

/** Who hands over and decides when nobody else did. */
export const followUpActor = "planwright";

/** How many hand-overs are stored; older ones are dropped. */
const maxHandOvers = 20;

/** Undefined without rules. */
export function followUpFrom(rules: FollowUpRules = {}, openedAt: number): FollowUp | undefined {
  if (Object.keys(rules).length === 0) return undefined;
  const { remindMs, handOverMs, deadlineMs, ...people } = rules;
  const after = (ms: number | undefined) => (ms === undefined ? undefined : openedAt + ms);
  return compact({
    ...people,
    remindAt: after(remindMs),
    handOverAt: after(handOverMs),
    deadlineAt: after(deadlineMs),
  });
}

/** The moments to come, the most serious first. */
function momentsOf({ remindAt, handOverAt, deadlineAt }: FollowUp): FollowUpMoment[] {
  const planned = { deadline: deadlineAt, handOver: handOverAt, remind: remindAt };
  return (["deadline", "handOver", "remind"] as const).flatMap((kind) => {
    const at = planned[kind];
    return at === undefined ? [] : [{ kind, at }];
  });
}

/** The next follow-up; of two at the same time the more serious one, which replaces the other. */
export function nextMoment(followUp: FollowUp): FollowUpMoment | undefined {
  return momentsOf(followUp).toSorted((a, b) => a.at - b.at)[0];
}

/** The follow-up that is due at `now`: after a long downtime only the most serious one. */
export function dueMoment(followUp: FollowUp, now: number): FollowUpMoment | undefined {
  return momentsOf(followUp).find(({ at }) => at <= now);
}

/** The remaining follow-ups after a reminder or a hand-over, which happens only once. */
export function afterMoment(followUp: FollowUp, kind: "remind" | "handOver", now: number): FollowUp {
  const { remindAt, handOverAt: _done, ...rest } = followUp;
  if (kind === "remind") {
    const { remindAt: _reminded, ...left } = followUp;
    return { ...left, remindedAt: now };
  }
  const isReminderPast = remindAt === undefined || remindAt <= now;
  const left = isReminderPast ? rest : { ...rest, remindAt };
  return followUp.backup === undefined
    ? left
    : handOver(left, { to: followUp.backup, by: followUpActor, at: now, reason: "nobody decided in time" });
}

/** Assigns another person; a planned hand-over to the same person is dropped. */
export function handOver(followUp: FollowUp, step: HandOver): FollowUp {
  const { handOverAt, ...rest } = followUp;
  const handOvers = [...(followUp.handOvers ?? []), step].slice(-maxHandOvers);
  const isPlanned = handOverAt !== undefined && step.to !== followUp.backup;
  return { ...rest, ...(isPlanned && { handOverAt }), assignee: step.to, handOvers };
}
