import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../../src/store/sqlite/store.ts";
import { viewRun } from "../../../src/runs/run-view.ts";
import { expectedKeys } from "./fault-plan.ts";
import { openOutside } from "./outside-file.ts";

const child = join(import.meta.dirname, "child.ts");
/** Compiled code of the child, so that starting it again and again is quick; whoever uses it removes it. */
export const childCache = mkdtempSync(join(tmpdir(), "planwright-cache-"));

/** A child that lives longer hangs. */
const longestLifeMs = 20_000;

export type Order = { folder: string; runs: number; origin: number; dieAt?: number; killAfterMs?: number };
export type Ended = { killed: boolean; points: number };

/** Runs a child until it ends or dies, by its own crash point or by ours. */
export function runChild({ folder, runs, origin, dieAt = 0, killAfterMs }: Order): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, NODE_COMPILE_CACHE: childCache, NODE_OPTIONS: "" } };
    const words = [child, folder, String(runs), String(dieAt), String(origin)];
    const process_ = spawn(process.execPath, words, options);
    let out = "";
    let err = "";
    process_.stdout.on("data", (text: Buffer) => (out += text.toString()));
    process_.stderr.on("data", (text: Buffer) => (err += text.toString()));
    let hung = false;
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => process_.kill("SIGKILL"), killAfterMs);
    const limit = setTimeout(() => {
      hung = true;
      process_.kill("SIGKILL");
    }, longestLifeMs);
    process_.on("close", (code, signal) => {
      clearTimeout(timer);
      clearTimeout(limit);
      if (hung) reject(new Error(`the child hung in ${folder}: ${err}`));
      else if (signal === "SIGKILL") resolve({ killed: true, points: 0 });
      else if (code === 0) resolve({ killed: false, points: Number(out.trim()) });
      else reject(new Error(`the child failed: ${err}`));
    });
  });
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
