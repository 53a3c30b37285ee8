import type { Plan } from "../../plan/plan.ts";
import type { Entry, Fact } from "../../ports/fact.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import type { RunQuery, Store, Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { changeOne, fromRow, fromRows, toText } from "./rows.ts";
import { parseStored } from "../stored-json.ts";

type Writes = Pick<Tx, "createRun" | "setRun">;
type Reads = Pick<Store, "run" | "runs" | "plan" | "journal">;

/** Runs, their plans and their journal. */
export function createRunTables(db: Database): { writes: Writes; reads: Reads } {
  return { writes: createWrites(db), reads: createReads(db) };
}

function createWrites(db: Database): Writes {
  const hasPlan = db.prepare("SELECT 1 FROM plans WHERE tenant = ? AND hash = ?");
  const addPlan = db.prepare("INSERT INTO plans (tenant, hash, plan) VALUES (?, ?, ?)");
  const addRun = db.prepare(
    `INSERT INTO runs (tenant, id, status, created_at, steps, caller, tools, title, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setRun = db.prepare(
    `UPDATE runs SET status = ?, ended_at = ?, error = ?, record = ?
     WHERE tenant = ? AND id = ? AND status IN ('queued', 'running', 'waiting')`,
  );
  return {
    createRun(run, plan) {
      const { tenant, id, status, planHash, caller, createdAt } = run;
      if (hasPlan.get(tenant, planHash) === undefined) addPlan.run(tenant, planHash, toText(plan));
      const title = plan.request.text ?? plan.summary ?? "";
      addRun.run(tenant, id, status, createdAt, plan.steps.length, caller, toolsOf(plan), title, toText(run));
    },
    setRun(run) {
      const { tenant, id, status } = run;
      const endedAt = hasEnded(run) ? run.endedAt : null;
      const error = status === "failed" ? run.error.message : null;
      const set = setRun.run(status, endedAt, error, toText(run), tenant, id);
      changeOne(set, `run ${id} is not there or has ended`);
    },
  };
}

/** Between spaces, so that a filter finds whole names only. */
function toolsOf({ steps }: Plan): string {
  const tools = new Set<string>();
  for (const step of steps) if (step.kind === "tool") tools.add(step.tool);
  return tools.size === 0 ? " " : ` ${[...tools].join(" ")} `;
}

function createReads(db: Database): Reads {
  const one = db.prepare("SELECT record FROM runs WHERE tenant = ? AND id = ?");
  const page = db.prepare(
    `SELECT record FROM runs WHERE tenant = ?1 AND id < coalesce(?2, '\u{10FFFF}') AND (?3 IS NULL OR status = ?3)
     ORDER BY id DESC LIMIT ?4`,
  );
  const plan = db.prepare("SELECT plan AS record FROM plans WHERE tenant = ? AND hash = ?");
  const journal = db.prepare(
    `SELECT seq, key, at, fact FROM journal WHERE run_id = ? AND seq > ?
     AND EXISTS (SELECT 1 FROM runs WHERE tenant = ?3 AND id = ?1) ORDER BY seq`,
  );
  return {
    run: async (tenant, id) => fromRow<Run | undefined>(one.get(tenant, id), undefined),
    runs: async ({ tenant, before, status, limit }: RunQuery) =>
      fromRows<Run>(page.all(tenant, before ?? null, status ?? null, limit)),
    plan: async (tenant, hash) => fromRow<Plan | undefined>(plan.get(tenant, hash), undefined),
    journal: async (tenant, runId, afterSeq = 0) =>
      journal.all(runId, afterSeq, tenant).map((row): Entry => ({
        seq: Number(row["seq"]),
        key: String(row["key"]),
        at: Number(row["at"]),
        fact: parseStored<Fact>(row["fact"]),
      })),
  };
}
