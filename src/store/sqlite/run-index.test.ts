import { expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import { sampleRun } from "../../testing/store-suite/samples.ts";
import { runIndexSuite } from "../../testing/store-suite/run-index.ts";
import { openDatabase } from "./database.ts";
import { createSqliteRunIndex } from "./run-index.ts";
import { createSqliteStore } from "./store.ts";

runIndexSuite("SQLite", async () => {
  const db = openDatabase({ path: ":memory:" });
  return { store: createSqliteStore(db), index: createSqliteRunIndex(db), stop: () => db.close() };
});

it("gives an imported run the entry it had when it was created", async () => {
  const db = openDatabase({ path: ":memory:" });
  const store = createSqliteStore(db);
  const tool = (name: string, at: number) => ({ id: `s${at}`, kind: "tool", tool: name });
  const plans = [
    { request: { text: "Закажи 10 болтов" }, steps: ["find", "order", "find"].map(tool) },
    { summary: "Say hello", steps: [{ id: "s1", kind: "message", channel: "user", content: "hello" }] },
    { steps: [tool("find", 1)] },
  ];
  for (const [at, plan] of plans.entries())
    await store.write((tx) =>
      tx.createRun({ ...sampleRun(`run-${at}`), planHash: `plan ${at}`, caller: "ann" }, Plan.parse(plan)),
    );
  const entries = db.prepare("SELECT * FROM run_index ORDER BY id");
  const created = entries.all();
  expect(created).toHaveLength(plans.length);
  await db.commit(() => {
    const runs = db.prepare("SELECT tenant, id, status, record FROM runs").all();
    db.prepare("DELETE FROM runs").run();
    for (const run of runs) db.prepare("INSERT INTO runs VALUES (?, ?, ?, ?)").run(...Object.values(run));
  });
  expect(entries.all()).toEqual(created);
  await db.close();
});
