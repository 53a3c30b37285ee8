import { PlanwrightError } from "../../contracts/errors.ts";
import { contentHashFull } from "../../plan/hash.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Claim, Store } from "../../ports/store.ts";
import { isConflict } from "../../ports/store-error.ts";

/** What is repeated to whoever sends the same request again. */
export type Kept = { status: number; body: Json };

export type Once = { key: string; tenant: string; route: string; body: Json };

export const keptForMs = 24 * 60 * 60 * 1000;

/**
 * Does the work once for a key. A repetition gets the kept answer, one with another body or for another route is
 * refused, and one that comes while the first is under way is told to wait. Failures are not kept: the caller may try
 * again. A claim whose worker died is free again after `holdMs`.
 */
export function createOnce(store: Store, clock: Clock, holdMs: number) {
  return async (once: Once, work: () => Promise<Kept>): Promise<Kept & { repeated: boolean }> => {
    const key = `http:${once.key}`;
    const { tenant } = once;
    const claim: Claim = {
      tenant,
      key,
      bodyHash: contentHashFull([once.route, once.body]),
      expiresAt: clock.now() + holdMs,
    };
    const taken = await store.write((tx) => tx.claim(claim, clock.now())).then(never, conflictOnly);
    if (taken) return { ...repeat(await store.claim(tenant, key), claim), repeated: true };
    const kept = await work().catch(async (error: unknown) => {
      // A store that is away keeps the key taken until its time is over; the caller learns what was wrong all the same.
      await store.write((tx) => tx.dropClaim(tenant, key)).catch(ignore);
      throw error;
    });
    const answer = { status: kept.status, body: kept.body };
    // What was done is done: it is said also where it cannot be kept, and its key is not given back for that.
    await store.write((tx) => tx.answerClaim({ ...claim, expiresAt: clock.now() + keptForMs, answer })).catch(ignore);
    return { ...kept, repeated: false };
  };
}

function repeat(kept: Claim | undefined, asked: Claim): Kept {
  if (kept !== undefined && kept.bodyHash !== asked.bodyHash) throw new PlanwrightError("IDEMPOTENCY_KEY_REUSED");
  const answer = kept?.answer;
  if (!isJsonObject(answer) || typeof answer["status"] !== "number") throw new PlanwrightError("IDEMPOTENCY_IN_FLIGHT");
  return { status: answer["status"], body: answer["body"] ?? null };
}

const never = (): boolean => false;
const ignore = (): void => undefined;

function conflictOnly(error: unknown): boolean {
  if (isConflict(error)) return true;
  throw error;
}
