import type { EffectRecord } from "../ports/effect-record.ts";
import { graceMs } from "./in-flight.ts";
import { pollDelay } from "./poll-delay.ts";

/** A call without an answer may take effect for at least this long: tools can be slower than their timeout. */
const minSettleMs = 30_000;
const maxPollMs = 15_000;

/** When a call without an answer can no longer take effect: until then, its absence proves nothing. */
export function settleTime({ at, deadlineAt }: Pick<EffectRecord, "at" | "deadlineAt">, timeoutMs = 0): number {
  return Math.max(at + minSettleMs, (deadlineAt ?? at + timeoutMs) + graceMs);
}

/** The effect with a later deadline after a heartbeat; undefined while the stored one is not much earlier. */
export function extended(effect: EffectRecord, timeoutMs: number, now: number): EffectRecord | undefined {
  const stored = effect.deadlineAt ?? effect.at + timeoutMs;
  return now + timeoutMs - stored < timeoutMs / 2 ? undefined : { ...effect, deadlineAt: now + timeoutMs };
}

/** When to read an unsettled effect back again: soon at first, later less often, and once more when it is conclusive. */
export function nextReadBack(sentAt: number, settleAt: number, now: number): number {
  return now >= settleAt ? now : Math.min(settleAt, now + pollDelay(Math.max(0, now - sentAt), maxPollMs));
}
