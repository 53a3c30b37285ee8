import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Plan } from "../../src/plan/plan.ts";
import { openPlanwright, type OpenPlanwright } from "../../src/runtime/open-planwright.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { vendorPlan } from "../support/one-action-plan.ts";
import { openSchema, type TestSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";

// The whole on a real Postgres, chosen by DATABASE_URL alone: what one process takes in, any of them executes, once.
const tenant = "acme";

const profile = {
  id: "agent.stock",
  description: "Looks at the shelf.",
  goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
  toolset: ["inventory_lookup"],
};

describe.skipIf(postgresAbsent !== undefined)(`Planwright on Postgres ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  const folders: string[] = [];
  const opened: OpenPlanwright[] = [];
  /** Every call of a tool, by the process that made it. */
  const calls: { by: number; key: string }[] = [];

  let beforeCall: (by: number) => Promise<void> = async () => undefined;

  const open = async (): Promise<OpenPlanwright> => {
    const folder = mkdtempSync(join(tmpdir(), "planwright-pg-"));
    const by = folders.push(folder);
    mkdirSync(join(folder, "agents"));
    writeFileSync(join(folder, "agents/stock.yaml"), JSON.stringify(profile));
    writeFileSync(
      join(folder, "planwright.yaml"),
      JSON.stringify({
        tools: { demo: true },
        packs: ["small-business"],
        agents: { tenant },
        approval: { default: "allow" },
      }),
    );
    const whole = await openPlanwright({
      folder,
      env: { DATABASE_URL: schema.url },
      log: createMemoryLog(),
      policies: [
        async ({ verb, effectKey, requestId }) => {
          calls.push({ by, key: effectKey ?? `${verb.name} ${requestId}` });
          await beforeCall(by);
          return { kind: "allow" };
        },
      ],
    });
    if (!whole.ok) throw new Error(JSON.stringify(whole.issues));
    opened.push(whole.value);
    return whole.value;
  };

  beforeEach(async () => {
    schema = await openSchema();
    calls.length = 0;
    beforeCall = async () => undefined;
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    await schema.drop();
  });

  const vendor = (name: string): Plan =>
    Plan.parse({
      steps: [
        { id: "look", kind: "tool", tool: "inventory_lookup", args: { query: "bolts" } },
        {
          id: "add",
          kind: "tool",
          tool: "create_vendor",
          args: { name, email: "mail@example.com" },
          dependsOn: ["look"],
        },
      ],
    });

  it("executes a plan, a Draft and an agent's run", async () => {
    const whole = await open();
    await whole.start();
    const run = await whole.runs.create({ tenant, caller: "test", plan: vendor("Bolts Ltd") });
    if (!run.ok) throw new Error(JSON.stringify(run.issues));
    expect(await whole.runs.settled({ tenant, runId: run.value.id })).toMatchObject({ status: "completed" });
    const effects = await whole.store.effects(tenant, run.value.id);
    expect(effects.map(({ state }) => state)).toEqual(["confirmed"]);
    const made = await whole.drafts.create({ tenant, actor: { id: "ann" }, plan: vendorPlan("Nuts Ltd") });
    if (!made.ok || made.value.kind !== "draft") throw new Error(JSON.stringify(made));
    const { draft, action_hash: actionHash } = made.value.draft;
    const shown = { draftId: draft.draft_id, revision: draft.revision, actionHash };
    await whole.drafts.apply({ tenant, actor: { id: "ann" }, shown });
    const applied = await whole.drafts.waitUntilSettled({ tenant, of: { draftId: draft.draft_id } });
    expect(applied).toMatchObject({ ok: true, value: { draft: { status: "APPLIED" } } });
    const ran = await whole.agents.runOnce({ tenant, id: "agent.stock" }, { force: true });
    expect(ran).toMatchObject({ run: { status: "success" } });
  });

  it("is shared by all processes, and each run executes once", async () => {
    const [first, second, taking] = [await open(), await open(), await open()];
    // There are more runs than one process takes on at once, and no call goes out until both have one.
    const seen = new Set<number>();
    const both = Promise.withResolvers<void>();
    beforeCall = (by) => (seen.add(by).size === 2 && both.resolve(), both.promise);
    await Promise.all([first.start(), second.start()]);
    const runs = await Promise.all(
      Array.from({ length: 100 }, (_, at) => taking.runs.create({ tenant, caller: "test", plan: vendor(`V${at}`) })),
    );
    const ids = runs.flatMap((run) => (run.ok ? run.value.id : []));
    const ended = await Promise.all(ids.map((runId) => taking.runs.settled({ tenant, runId })));
    expect(ended.map((run) => run?.status)).toEqual(runs.map(() => "completed"));
    const writes = calls.filter(({ key }) => !key.startsWith("inventory_lookup"));
    expect(new Set(writes.map(({ key }) => key)).size).toBe(100);
    expect(writes).toHaveLength(100);
  });
});
