import { join } from "node:path";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../../src/store/sqlite/store.ts";
import { viewRun } from "../../../src/runs/run-view.ts";
import { createChildRunner } from "../../support/child-runner.ts";
import { expectedKeys } from "./fault-plan.ts";
import { openOutside } from "./outside-file.ts";

const lives = createChildRunner(join(import.meta.dirname, "child.ts"));
export const endLives = lives.cleanUp;

export type Order = { folder: string; runs: number; origin: number; dieAt?: number; killAfterMs?: number };
export type ChildEnd = { killed: boolean; points: number };

/** Runs a child until it ends or dies, by its own crash point or by ours. */
export async function runChild({ folder, runs, origin, dieAt = 0, killAfterMs }: Order): Promise<ChildEnd> {
  const life = await lives.run([folder, String(runs), String(dieAt), String(origin)], killAfterMs);
  return life === "killed" ? { killed: true, points: 0 } : { killed: false, points: Number(life.printed.trim()) };
}

/** What is wrong with the world after all runs have ended; empty when every effect happened exactly once. */
export async function inspect(folder: string, runs: number): Promise<string[]> {
  const store = createSqliteStore(openDatabase({ path: join(folder, "planwright.db") }));
  const wrong: string[] = [];
  const found = await store.runs({ tenant: "acme", limit: 1000 });
  if (found.length !== runs) wrong.push(`${found.length} runs instead of ${runs}`);
  for (const { id, status } of found) {
    if (status !== "completed") wrong.push(`${id} is ${status}`);
    const view = await viewRun(store, { tenant: "acme", runId: id });
    if (view?.rows.some(({ ok }) => !ok)) wrong.push(`${id} has steps that are not ok`);
    for (const effect of await store.effects("acme", id))
      if (effect.state !== "confirmed") wrong.push(`${effect.key} is ${effect.state}`);
  }
  const happened = openOutside(join(folder, "outside.jsonl"))
    .deeds()
    .map(({ key }) => key)
    .toSorted();
  const expected = found.flatMap(({ id }) => expectedKeys(id)).toSorted();
  if (JSON.stringify(happened) !== JSON.stringify(expected)) wrong.push(`happened: ${happened.join(" ")}`);
  if ((await store.jobs.due(Number.MAX_SAFE_INTEGER, 10)).length > 0) wrong.push("jobs are left");
  if ((await store.waits("acme", "open")).length > 0) wrong.push("waits are left");
  await store.close();
  return wrong;
}
