import type { LeasedJob } from "../../ports/engine.ts";
import { factKey } from "../../ports/fact.ts";
import { hasEnded } from "../../ports/run.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Tx } from "../../ports/store.ts";
import { recordWrites } from "./records.ts";
import { keyOf, type Tables } from "./tables.ts";

/** Applies each call immediately; `added` collects the enqueued jobs. */
export function createTx(tables: Tables, added: LeasedJob[]): Tx {
  return {
    ...runWrites(tables),
    ...effectWrites(tables),
    ...waitWrites(tables),
    ...recordWrites(tables),
    ...jobWrites(tables, added),
  };
}

function runWrites({ runs, plans, journal, nextSeq }: Tables): Pick<Tx, "createRun" | "setRun" | "append"> {
  return {
    createRun(run, plan) {
      expect(runs.get(run.id) === undefined, `run ${run.id} is there`);
      runs.put(run.id, run);
      const key = keyOf(run.tenant, run.planHash);
      if (plans.get(key) === undefined) plans.put(key, plan);
    },
    setRun(run) {
      const before = runs.get(run.id);
      expect(before?.tenant === run.tenant && !hasEnded(before), `run ${run.id} is not there or has ended`);
      runs.put(run.id, run);
    },
    append(runId, fact, at) {
      const key = keyOf(runId, factKey(fact));
      expect(journal.get(key) === undefined, `${factKey(fact)} is there`);
      journal.put(key, { runId, entry: { seq: nextSeq(), key: factKey(fact), at, fact } });
    },
  };
}

function effectWrites({ effects }: Tables): Pick<Tx, "reserve" | "moveEffect"> {
  return {
    reserve(effect) {
      const key = keyOf(effect.tenant, effect.key);
      expect(effects.get(key) === undefined, `effect ${effect.key} is there`);
      effects.put(key, effect);
    },
    moveEffect(effect, from, heldBy = effect.runId) {
      const key = keyOf(effect.tenant, effect.key);
      const before = effects.get(key);
      expect(before !== undefined && from.includes(before.state) && before.runId === heldBy, `effect ${effect.key}`);
      effects.put(key, effect);
    },
  };
}

function waitWrites({
  waits,
  claims,
}: Tables): Pick<Tx, "openWait" | "settleWait" | "changeWait" | "claim" | "answerClaim" | "dropClaim"> {
  return {
    openWait(wait) {
      const key = keyOf(wait.tenant, wait.id);
      if (waits.get(key) === undefined) waits.put(key, wait);
    },
    settleWait(wait) {
      const key = keyOf(wait.tenant, wait.id);
      expect(waits.get(key)?.state === "open", `wait ${wait.id} is not open`);
      waits.put(key, wait);
    },
    changeWait(wait, was) {
      const key = keyOf(wait.tenant, wait.id);
      expect(JSON.stringify(waits.get(key)) === JSON.stringify(was), `wait ${wait.id} has changed`);
      waits.put(key, wait);
    },
    claim(claim, now, gone) {
      const key = keyOf(claim.tenant, claim.key);
      const stored = claims.get(key);
      const isGone = gone !== undefined && JSON.stringify(stored) === JSON.stringify(gone);
      expect(isGone || (stored?.expiresAt ?? 0) <= now, `${claim.key} is claimed`);
      claims.put(key, claim);
    },
    answerClaim(claim) {
      const key = keyOf(claim.tenant, claim.key);
      expect(claims.get(key) !== undefined, `nothing is claimed under ${claim.key}`);
      claims.put(key, claim);
    },
    dropClaim: (tenant, key) => claims.remove(keyOf(tenant, key)),
  };
}

function jobWrites({ jobs }: Tables, added: LeasedJob[]): Pick<Tx, "enqueue" | "assertLeased" | "release"> {
  return {
    enqueue(job, now) {
      const key = keyOf(job.queue, job.key);
      const before = jobs.get(key)?.job;
      const dueAt = Math.min(job.dueAt, before?.dueAt ?? Infinity);
      const put = { ...job, ...before, dueAt, version: (before?.version ?? 0) + 1 };
      jobs.put(key, { job: put, setAt: now });
      added.push(put);
    },
    assertLeased: () => undefined,
    release(job, next) {
      const key = keyOf(job.queue, job.key);
      if (jobs.get(key)?.job.version !== job.version) return;
      if (next === undefined) return jobs.remove(key);
      const put = { ...job, dueAt: next.dueAt, version: job.version + 1 };
      jobs.put(key, { job: put, setAt: next.now });
      added.push(put);
    },
  };
}

function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new StoreError("conflict", otherwise);
}
