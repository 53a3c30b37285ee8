import type { Clock } from "../ports/clock.ts";
import type { Handler, Job } from "../ports/engine.ts";
import type { Log } from "../ports/log.ts";
import { unlessConflict } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { FollowUp, HandOver, Wait } from "../ports/wait.ts";
import type { CheckResult } from "../plan/check-result.ts";
import { decideWait, refuse } from "./decide-wait.ts";
import { afterMoment, dueMoment, followUpActor, handOver, nextMoment } from "./follow-up.ts";

/** The engine's queue for reminders, hand-overs and deadlines of waits; a job's key is the wait's id. */
export const followUpQueue = "runs.follow-up";

/** A person is asked, reminded, or takes over; the receiver reads the wait from the store. */
export type WaitNotification = { kind: "asked" | "reminder" | "handed_over"; tenant: string; waitId: string };
export type NotifyOfWait = (tx: Tx, notification: WaitNotification) => void;

type FollowUpParts = { store: Store; verbs: Pick<Verbs, "list">; clock: Clock; log: Log; notifyOfWait?: NotifyOfWait };
/** Conflicts with other writers before the caller is asked to try again. */
const maxAttempts = 20;

type OpenWait = Wait & { state: "open" };

/** Opens the wait, notifies its assignee, and schedules its first follow-up. */
export function openFollowedWait(tx: Tx, wait: OpenWait, notify: NotifyOfWait | undefined): void {
  tx.openWait(wait);
  if (wait.followUp === undefined) return;
  if (wait.followUp.assignee !== undefined) notify?.(tx, notificationOf("asked", wait));
  const moment = nextMoment(timersOf(wait));
  if (moment !== undefined) tx.enqueue(jobOf(wait, moment.at), wait.openedAt);
}

/** Handles the follow-ups of a wait, each once: the change, its notification and the next timer are one transaction. */
export function createFollowUpHandler(parts: FollowUpParts): Handler {
  return async ({ job }) => {
    const { store, clock, notifyOfWait: notify } = parts;
    const wait = await store.wait(job.tenant, job.key);
    const now = clock.now();
    const release = (at?: number): Promise<void> =>
      store.write((tx) => tx.release(job, at === undefined ? undefined : { dueAt: at, now }));
    if (wait?.state !== "open" || wait.followUp === undefined) return release();
    const due = dueMoment(timersOf(wait), now);
    if (due === undefined) return release(nextMoment(timersOf(wait))?.at);
    if (due.kind === "deadline") {
      await decideAtDeadline(parts, wait);
      return release();
    }
    const kind = due.kind === "remind" ? "reminder" : "handed_over";
    const changed = { ...wait, followUp: afterMoment(wait.followUp, due.kind, now) };
    const next = nextMoment(timersOf(changed));
    await unlessConflict(
      store.write((tx) => {
        tx.changeWait(changed, wait);
        notify?.(tx, notificationOf(kind, wait));
        tx.release(job, next === undefined ? undefined : { dueAt: next.at, now });
      }),
    );
  };
}

/** Asks another person. */
export async function assignWait(
  { store, clock, notifyOfWait: notify }: FollowUpParts,
  { tenant, waitId }: { tenant: string; waitId: string },
  to: Omit<HandOver, "at">,
): Promise<CheckResult<Wait>> {
  for (let attempt = 1; ; attempt += 1) {
    const wait = await store.wait(tenant, waitId);
    if (wait === undefined) return refuse("WAIT_NOT_FOUND", `there is no wait ${waitId}`);
    if (wait.state !== "open") return refuse("WAIT_NOT_OPEN", `the wait is ${wait.state}`);
    if (attempt > maxAttempts) return refuse("WAIT_NOT_OPEN", "others keep changing the wait; try again");
    const followUp: FollowUp = handOver(wait.followUp ?? {}, { ...to, at: clock.now() });
    const isWritten = await unlessConflict(
      store.write((tx) => {
        tx.changeWait({ ...wait, followUp }, wait);
        notify?.(tx, notificationOf("handed_over", wait));
      }),
    );
    if (isWritten) return { ok: true, value: { ...wait, followUp } };
  }
}

/** The timer of the step itself ends a wait for an answer. */
function timersOf({ kind, followUp = {} }: Wait): FollowUp {
  const { deadlineAt: _, ...rest } = followUp;
  return kind === "answer" ? rest : followUp;
}

/** A question that offers no skip aborts. */
async function decideAtDeadline(parts: FollowUpParts, { tenant, id, choices, followUp }: OpenWait): Promise<void> {
  const choice = followUp?.onDeadline === "skip" && choices.includes("skip") ? "skip" : "abort";
  const decision = { choice, reason: "nobody decided before the deadline" } as const;
  const decided = await decideWait(parts, { tenant, waitId: id }, { decision, by: followUpActor });
  if (decided.ok) parts.log.warn("deadline of an escalation passed", { event: "runs.deadline", wait: id, choice });
}

function notificationOf(kind: WaitNotification["kind"], { tenant, id: waitId }: Wait): WaitNotification {
  return { kind, tenant, waitId };
}

function jobOf({ id: key, tenant }: Wait, dueAt: number): Job {
  return { queue: followUpQueue, key, tenant, dueAt };
}
