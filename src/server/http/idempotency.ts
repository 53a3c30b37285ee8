import { PlanwrightError } from "../../contracts/errors.ts";
import { contentHashFull } from "../../plan/hash.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Claim, Store } from "../../ports/store.ts";
import { isConflict } from "../../ports/store-error.ts";

/** The answer that a repeated request receives. */
type StoredAnswer = { status: number; body: Json };

type IdempotentRequest = { key: string; tenant: string; route: string; body: unknown };

export const answerTtlMs = 24 * 60 * 60 * 1000;

/**
 * Runs the work once for each key. A repeated request gets the stored answer; one with another body or route is rejected;
 * one that arrives while the first is in flight is told to wait. Failures are not stored, so the caller may try again. A
 * claim is renewed while the work runs; one whose process died expires after `claimTtlMs`.
 */
export function createIdempotency(store: Store, clock: Clock, claimTtlMs = 10_000) {
  return async (
    request: IdempotentRequest,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { repeated: boolean }> => {
    const key = `http:${request.key}`;
    const { tenant } = request;
    const claim: Claim = {
      tenant,
      key,
      bodyHash: contentHashFull([request.route, request.body]),
      expiresAt: clock.now() + claimTtlMs,
    };
    const taken = await store.write((tx) => tx.claim(claim, clock.now())).then(never, conflictOnly);
    if (taken) return { ...storedAnswer(await store.claim(tenant, key), claim), repeated: true };
    const stopRenewing = renewClaim(claim);
    const result = await work().catch(async (error: unknown) => {
      await stopRenewing();
      // If the store is down, the claim stays until it expires; the caller still gets the original error.
      await store.write((tx) => tx.dropClaim(tenant, key)).catch(ignore);
      throw error;
    });
    await stopRenewing();
    const answer = { status: result.status, body: result.body };
    // The work is done: answer even if the answer cannot be stored, and do not release the key.
    await store.write((tx) => tx.answerClaim({ ...claim, expiresAt: clock.now() + answerTtlMs, answer })).catch(ignore);
    return { ...result, repeated: false };
  };

  /** Renews a claim three times in its lifetime. The returned function resolves once no renewal can follow. */
  function renewClaim(claim: Claim): () => Promise<void> {
    let renewing = Promise.resolve();
    let cancel = (): void => undefined;
    const schedule = (): void => {
      cancel = clock.setTimer(clock.now() + claimTtlMs / 3, () => {
        const renewed = { ...claim, expiresAt: clock.now() + claimTtlMs, answer: null };
        renewing = store.write((tx) => tx.answerClaim(renewed)).then(ignore, ignore);
        schedule();
      });
    };
    schedule();
    return () => {
      cancel();
      return renewing;
    };
  }
}

function storedAnswer(stored: Claim | undefined, claim: Claim): StoredAnswer {
  if (stored !== undefined && stored.bodyHash !== claim.bodyHash) throw new PlanwrightError("IDEMPOTENCY_KEY_REUSED");
  const answer = stored?.answer;
  if (!isJsonObject(answer) || typeof answer["status"] !== "number") throw new PlanwrightError("IDEMPOTENCY_IN_FLIGHT");
  return { status: answer["status"], body: answer["body"] ?? null };
}

const never = (): boolean => false;
const ignore = (): void => undefined;

function conflictOnly(error: unknown): boolean {
  if (isConflict(error)) return true;
  throw error;
}
