import { join } from "node:path";
import { createClient } from "@libsql/client";
import { Mastra } from "@mastra/core";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { LibSQLStore } from "@mastra/libsql";
import { z } from "zod";

/** Mastra workflows with its LibSQL store, every commit synced. */
export async function open(folder) {
  const client = createClient({ url: `file:${join(folder, "mastra.db")}` });
  await client.execute("PRAGMA journal_mode = WAL");
  await client.execute("PRAGMA synchronous = FULL");
  const storage = new LibSQLStore({ id: "bench", client });
  await storage.init();
  const workflows = { chain: chainOf(3), fan: fanOf(50) };
  const mastra = new Mastra({ storage, workflows, logger: false });
  const invoke = (name) => async () => {
    const run = await mastra.getWorkflow(name).createRun();
    const result = await run.start({ inputData: { n: 0 } });
    if (result.status !== "success") throw new Error(`mastra: ${result.status}`);
  };
  return { chain: invoke("chain"), fan: invoke("fan"), close: async () => client.close() };
}

const shape = z.object({ n: z.number() });

function step(id) {
  return createStep({
    id,
    inputSchema: z.any(),
    outputSchema: shape,
    execute: async ({ inputData }) => ({ n: (inputData.n ?? 0) + 1 }),
  });
}

function chainOf(length) {
  let workflow = createWorkflow({ id: "chain", inputSchema: shape, outputSchema: shape });
  for (let at = 0; at < length; at += 1) workflow = workflow.then(step(`s${at}`));
  return workflow.commit();
}

function fanOf(width) {
  const middle = Array.from({ length: width - 2 }, (_, at) => step(`s${at}`));
  return createWorkflow({ id: "fan", inputSchema: shape, outputSchema: shape })
    .then(step("first"))
    .parallel(middle)
    .then(step("last"))
    .commit();
}
