import { DBOS } from "@dbos-inc/dbos-sdk";

/** DBOS workflows: each step is recorded before the next. */
export async function open(url) {
  const workflow = DBOS.registerWorkflow(
    async () => {
      let n = 0;
      for (const name of ["s0", "s1", "s2"]) n = await DBOS.runStep(async () => n + 1, { name });
      return n;
    },
    { name: "chain" },
  );
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, logLevel: "error" });
  await DBOS.launch();
  return {
    async chain() {
      if ((await workflow()) !== 3) throw new Error("not every step was carried out");
    },
    close: () => DBOS.shutdown(),
  };
}
