import { compact } from "../plan/compact.ts";
import type { MemoEntry, MemoStore, NewMemoEntry } from "../ports/memo-store.ts";
import {
  isPlannerError,
  type PlannedAnswer,
  type Planner,
  type PlannerAnswer,
  type PlannerCall,
  type PlannerRequest,
} from "../ports/planner.ts";
import { checkAnswer } from "./check-answer.ts";
import { freezeDeep, isFrozenDeep } from "./frozen.ts";
import { inputHash, requestKey } from "./request-key.ts";

export type MemoStats = { hits: number; misses: number };

/** A memoised planner. `stats` counts since creation; `entries` lists the store, least recently used first. */
export type Memo = Planner & { stats(): MemoStats; entries(): Promise<MemoEntry[]> };

/**
 * Makes any planner fully deterministic while the store keeps the entry: the first answer for a request's key is reused.
 * Concurrent equal requests share one call, unless its caller cancels it. Errors are not stored.
 */
export function createMemo(planner: Planner, store: MemoStore): Memo {
  const stats: MemoStats = { hits: 0, misses: 0 };
  // Validation results of immutable entries: an entry belongs to one key, so to one toolbox.
  const validated = new WeakMap<MemoEntry, PlannedAnswer>();
  const underWay = new Map<string, { answer: Promise<PlannerAnswer>; signal: AbortSignal }>();
  return {
    id: `memo:${planner.id}`,
    version: planner.version,
    mode: "full",
    ...compact({ model: planner.model }),
    stats: () => ({ ...stats }),
    entries: () => store.list(),
    async plan(request, call) {
      const key = await requestKey(request, planner);
      for (let shared = underWay.get(key); shared !== undefined; shared = underWay.get(key)) {
        const answer = await shared.answer;
        if (!isPlannerError(answer) || !shared.signal.aborted) return answer;
        if (underWay.get(key) === shared) underWay.delete(key);
      }
      const own = { answer: recall(key, request, call), signal: call.signal };
      underWay.set(key, own);
      try {
        return await own.answer;
      } finally {
        if (underWay.get(key) === own) underWay.delete(key);
      }
    },
  };

  async function recall(key: string, request: PlannerRequest, call: PlannerCall): Promise<PlannerAnswer> {
    const kept = await store.get(key);
    const known = kept === undefined ? undefined : (validated.get(kept) ?? validate(kept, request));
    if (known !== undefined) {
      stats.hits += 1;
      return known;
    }
    stats.misses += 1;
    const fresh = await planner.plan(request, call);
    if (isPlannerError(fresh)) return fresh;
    const fixed: PlannedAnswer = { ...fresh, deterministic: true };
    await store.put(entryOf(key, { planner, goal: request.goal, inputHash: () => inputHash(request), answer: fixed }));
    return fixed;
  }

  /** A stored entry may have been edited, or written under other rules: it is used only if it is valid. */
  function validate(kept: MemoEntry, request: PlannerRequest): PlannedAnswer | undefined {
    const checked = checkAnswer(kept.answer, request);
    if (isPlannerError(checked)) return undefined;
    const { usage: _, ...free } = checked; // no model was called this time
    if (isFrozenDeep(kept)) validated.set(kept, freezeDeep(free));
    return free;
  }
}

type EntrySource = { planner: Planner; goal: string; inputHash: () => string; answer: PlannedAnswer };

function entryOf(key: string, { planner, goal, inputHash, answer }: EntrySource): NewMemoEntry {
  return { key, inputHash, planner: planner.id, plannerVersion: planner.version, goal, answer };
}
