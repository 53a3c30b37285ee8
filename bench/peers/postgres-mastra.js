import { Mastra } from "@mastra/core";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { PostgresStore } from "@mastra/pg";
import { z } from "zod";

/** Mastra workflows with its Postgres store. */
export async function open(url) {
  const storage = new PostgresStore({ id: "bench", connectionString: url });
  await storage.init();
  const shape = z.object({ n: z.number() });
  const step = (id) =>
    createStep({
      id,
      inputSchema: shape,
      outputSchema: shape,
      execute: async ({ inputData }) => ({ n: inputData.n + 1 }),
    });
  const chain = createWorkflow({ id: "chain", inputSchema: shape, outputSchema: shape })
    .then(step("s0"))
    .then(step("s1"))
    .then(step("s2"))
    .commit();
  const mastra = new Mastra({ storage, workflows: { chain }, logger: false });
  return {
    async chain() {
      const run = await mastra.getWorkflow("chain").createRun();
      const result = await run.start({ inputData: { n: 0 } });
      if (result.status !== "success" || result.result.n !== 3) throw new Error(`mastra: ${result.status}`);
    },
    close: () => storage.close(),
  };
}
