import type { Plan } from "../../plan/plan.ts";
import { hasEnded } from "../../ports/run.ts";
import type { Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { changeOne, toText } from "./rows.ts";

/** Runs and their plans. */
export function runWrites(db: Database): Pick<Tx, "createRun" | "setRun"> {
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
