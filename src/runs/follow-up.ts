import type { FollowUp, HandOver } from "../ports/wait.ts";

/** How pending decisions are followed up; times count from the moment somebody was asked. */
export type FollowUpRules = Pick<FollowUp, "assignee" | "backup" | "onDeadline"> & {
  remindMs?: number;
  handOverMs?: number;
  deadlineMs?: number;
};

/** What to do for a pending decision, and when. */
export type FollowUpMoment = { kind: "remind" | "handOver" | "deadline"; at: number };

/** Who hands over and decides when nobody else did. */
export const followUpActor = "planwright";

/** Hand-overs that are kept; older ones are forgotten. */
const maxHandOvers = 20;

/** Undefined without rules. */
export function followUpFrom(rules: FollowUpRules = {}, openedAt: number): FollowUp | undefined {
  if (Object.keys(rules).length === 0) return undefined;
  const { remindMs, handOverMs, deadlineMs, ...people } = rules;
  return {
    ...people,
    ...(remindMs !== undefined && { remindAt: openedAt + remindMs }),
    ...(handOverMs !== undefined && { handOverAt: openedAt + handOverMs }),
    ...(deadlineMs !== undefined && { deadlineAt: openedAt + deadlineMs }),
  };
}

/** The next moment; of two at the same time the more serious one, which makes the other pointless. */
export function nextMoment({ remindAt, handOverAt, deadlineAt }: FollowUp): FollowUpMoment | undefined {
  const moments: FollowUpMoment[] = [
    ...(deadlineAt === undefined ? [] : [{ kind: "deadline", at: deadlineAt } as const]),
    ...(handOverAt === undefined ? [] : [{ kind: "handOver", at: handOverAt } as const]),
    ...(remindAt === undefined ? [] : [{ kind: "remind", at: remindAt } as const]),
  ];
  return moments.toSorted((a, b) => a.at - b.at)[0];
}

/** The moment that is due at `now`: after a long downtime only the most serious of those that have passed. */
export function dueMoment(followUp: FollowUp, now: number): FollowUpMoment | undefined {
  const { remindAt = Infinity, handOverAt = Infinity, deadlineAt = Infinity } = followUp;
  if (deadlineAt <= now) return { kind: "deadline", at: deadlineAt };
  if (handOverAt <= now) return { kind: "handOver", at: handOverAt };
  return remindAt <= now ? { kind: "remind", at: remindAt } : undefined;
}

/** The follow-up after a reminder or a hand-over, which never happens a second time. */
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

/** Another person is asked from now on; a planned hand-over to the same person is over. */
export function handOver(followUp: FollowUp, step: HandOver): FollowUp {
  const { handOverAt, ...rest } = followUp;
  const handOvers = [...(followUp.handOvers ?? []), step].slice(-maxHandOvers);
  const isPlanned = handOverAt !== undefined && step.to !== followUp.backup;
  return { ...rest, ...(isPlanned && { handOverAt }), assignee: step.to, handOvers };
}
