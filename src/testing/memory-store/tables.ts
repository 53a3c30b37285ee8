import type { Plan } from "../../plan/plan.ts";
import type { EffectRecord } from "../../ports/effect-record.ts";
import type { LeasedJob } from "../../ports/engine.ts";
import type { Entry } from "../../ports/fact.ts";
import type { Run } from "../../ports/run.ts";
import type { Claim } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import type { Wait } from "../../ports/wait.ts";
import { createTable, type Table, type Undo } from "./table.ts";

export type Tables = {
  /** Undo log of the current transaction. */
  undo: Undo;
  plans: Table<Plan>;
  runs: Table<Run>;
  journal: Table<{ runId: string; entry: Entry }>;
  effects: Table<EffectRecord>;
  waits: Table<Wait>;
  claims: Table<Claim>;
  records: Table<StoredRecord>;
  counters: Table<{ tenant: string; key: string; value: number }>;
  jobs: Table<{ job: LeasedJob; setAt: number }>;
  nextSeq: () => number;
};

export function createTables(): Tables {
  const undo: Undo = [];
  const inUndo = (): Undo => undo;
  let seq = 0;
  return {
    undo,
    plans: createTable(inUndo),
    runs: createTable(inUndo),
    journal: createTable(inUndo),
    effects: createTable(inUndo),
    waits: createTable(inUndo),
    claims: createTable(inUndo),
    records: createTable(inUndo),
    counters: createTable(inUndo),
    jobs: createTable(inUndo),
    nextSeq: () => (seq += 1),
  };
}

/** An unambiguous key of several parts. */
export function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
