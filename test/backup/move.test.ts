import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Plan } from "../../src/plan/plan.ts";
import { openPlanwright, type OpenPlanwright } from "../../src/runtime/open-planwright.ts";
import { archiveTableNames } from "../../src/ports/archive.ts";
import { rowsIn } from "../../src/testing/archive-suite/index.ts";
import { writeSampleData } from "../../src/testing/archive-suite/sample-data.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";
import { backupOf, openPlace, restoreInto, tempFolder } from "./support.ts";

const tenant = "acme";

const plan = Plan.parse({
  steps: [
    { id: "look", kind: "tool", tool: "inventory_lookup", args: { query: "bolts" } },
    { id: "check", kind: "safety", check: "pii", severity: "info", manualReview: true, dependsOn: ["look"] },
    {
      id: "add",
      kind: "tool",
      tool: "create_vendor",
      args: { name: "Bolts Ltd", email: "mail@example.com" },
      dependsOn: ["check"],
    },
  ],
});

describe.skipIf(postgresAbsent !== undefined)(`moving between SQLite and Postgres ${postgresAbsent ?? ""}`, () => {
  const calls: string[] = [];

  async function open(folder: string, url = ""): Promise<OpenPlanwright> {
    writeFileSync(
      join(folder, "planwright.yaml"),
      JSON.stringify({ tools: { demo: true }, packs: ["small-business"], approval: { default: "allow" } }),
    );
    const opened = await openPlanwright({
      folder,
      env: { DATABASE_URL: url },
      log: createMemoryLog(),
      policies: [
        async ({ verb }) => {
          calls.push(verb.name);
          return { kind: "allow" };
        },
      ],
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    return opened.value;
  }

  it(
    "a run that waits for a person is approved after the move, writes once, and replays byte for byte",
    { timeout: 120_000 },
    async () => {
      const [here, there] = [tempFolder(), tempFolder()];
      const schema = await openSchema();
      onTestFinished(() => schema.drop());
      const before = await open(here);
      await before.start();
      const made = await before.runs.create({ tenant, caller: "test", plan });
      if (!made.ok) throw new Error(JSON.stringify(made.issues));
      const runId = made.value.id;
      expect(await before.runs.settled({ tenant, runId })).toMatchObject({ status: "waiting" });
      const journal = await before.store.journal(tenant, runId);
      // Backup while the service runs.
      const bytes = await backupOf(openPlace(join(here, ".planwright")));
      await before.stop();

      const target = openPlace(there, schema.url);
      expect(await restoreInto(target, bytes)).toMatchObject({ ok: true });
      const after = await open(there, schema.url);
      onTestFinished(() => after.stop());
      expect(await after.store.journal(tenant, runId)).toEqual(journal);
      await after.start();
      const [wait] = await after.runs.waits(tenant);
      expect(await after.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "approve" }, "ann")).toMatchObject({
        ok: true,
      });
      const deciding = after.runs.changes(runId);
      for await (const _ of deciding) if ((await after.store.run(tenant, runId))?.status === "completed") break;
      expect(calls).toEqual(["inventory_lookup", "create_vendor"]);
      expect((await after.store.effects(tenant, runId)).map(({ state }) => state)).toEqual(["confirmed"]);
      const report = await after.runs.replay({ tenant, runId, mode: "mock_replay", caller: "test" });
      expect(report).toMatchObject({ ok: true, value: { matches: true } });
    },
  );

  it("there and back is byte-identical", { timeout: 120_000 }, async () => {
    const schema = await openSchema();
    onTestFinished(() => schema.drop());
    const [file, server, again] = [openPlace(), openPlace(tempFolder(), schema.url), openPlace()];
    await writeSampleData(file.kept, {
      runs: 5,
      words: ["a", 'b\n"c', "жук🌍", "\u{F0000}"],
      times: [1, 2_000_000_000_000],
    });
    const bytes = await backupOf(file);
    expect(await restoreInto(server, bytes)).toMatchObject({ ok: true });
    expect(await backupOf(server)).toEqual(bytes);
    expect(await restoreInto(again, await backupOf(server))).toMatchObject({ ok: true });
    expect(await backupOf(again)).toEqual(bytes);
  });

  // Postgres encodes U+0000 differently, so the order of rows differs.
  it("keeps texts with U+0000", { timeout: 120_000 }, async () => {
    const schema = await openSchema();
    onTestFinished(() => schema.drop());
    const [file, server] = [openPlace(), openPlace(tempFolder(), schema.url)];
    await writeSampleData(file.kept, { runs: 0, words: ["\0", "a\0b", "a"], times: [1] });
    expect(await restoreInto(server, await backupOf(file))).toMatchObject({ ok: true });
    const [was, is] = [await rowsIn(file.kept.archive), await rowsIn(server.kept.archive)];
    for (const table of archiveTableNames) {
      const of = (rows: typeof was) =>
        rows
          .filter((row) => row.table === table)
          .map((row) => JSON.stringify(row))
          .toSorted();
      expect(of(is)).toEqual(of(was));
    }
  });
});
