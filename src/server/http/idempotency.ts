import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { contentHashFull } from "../../plan/hash.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Claim, ClaimHolders, Store } from "../../ports/store.ts";
import { isConflict } from "../../ports/store-error.ts";

/** The answer that a repeated request receives. */
type StoredAnswer = { status: number; body: Json };

/** The key names the caller. With other scopes they may not see the same. */
type IdempotentRequest = { key: string; tenant: string; scopes: readonly string[]; route: string; body: unknown };

export const answerTtlMs = 24 * 60 * 60 * 1000;

const claimTtlMs = 10_000;

/**
 * Runs the work once for each key. A repeated request gets the stored answer; one with another body, route or scopes is rejected;
 * one that arrives while the first is in flight is told to wait. Failures are not stored, so the caller may try again. A
 * claim is renewed while the work runs. One whose process died is taken over at once where `holders` can tell, elsewhere
 * when it expires.
 */
export function createIdempotency(store: Store, clock: Clock, holders?: ClaimHolders) {
  return async (
    request: IdempotentRequest,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { repeated: boolean }> => {
    const key = `http:${request.key}`;
    const { tenant } = request;
    const claim: Claim = {
      tenant,
      key,
      bodyHash: contentHashFull([request.route, request.body, request.scopes]),
      expiresAt: clock.now() + claimTtlMs,
      ...compact({ holder: holders?.own() }),
    };
    const taken = await tryClaim(claim);
    if (taken !== undefined) return { ...storedAnswer(taken.stored, claim), repeated: true };
    const stopRenewing = renewClaim(claim);
    const result = await work().catch(async (error: unknown) => {
      await stopRenewing();
      // If the store is down, the claim stays until it expires; the caller still gets the original error.
      await store.write((tx) => tx.dropClaim(tenant, key)).catch(ignore);
      throw error;
    });
    await stopRenewing();
    const answer = { status: result.status, body: result.body };
    const { holder: _, ...answered } = claim;
    // The work is done: answer even if the answer cannot be stored, and do not release the key.
    const expiresAt = clock.now() + answerTtlMs;
    await store.write((tx) => tx.answerClaim({ ...answered, expiresAt, answer })).catch(ignore);
    return { ...result, repeated: false };
  };

  /** Returns what another request stored under the key, or undefined if this one has claimed it. */
  async function tryClaim(claim: Claim): Promise<{ stored: Claim | undefined } | undefined> {
    const claimOnce = (gone?: Claim): Promise<boolean> =>
      store.write((tx) => tx.claim(claim, clock.now(), gone)).then(() => true, falseOnConflict);
    if (await claimOnce()) return undefined;
    const stored = await store.claim(claim.tenant, claim.key);
    const isAbandoned = (stored?.answer ?? null) === null && holders?.isGone(stored?.holder ?? "") === true;
    return isAbandoned && (await claimOnce(stored)) ? undefined : { stored };
  }

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

const ignore = (): void => undefined;

function falseOnConflict(error: unknown): false {
  if (isConflict(error)) return false;
  throw error;
}
