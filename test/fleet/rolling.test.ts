import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/index.ts";
import { type Fleet, openFleet, type RoleProcess } from "../support/fleet.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";
import { redisAbsent, startRedis } from "../support/redis-server.ts";
import { openFront } from "./support/front.ts";
import { ledgerTool, openOutside } from "./support/outside.ts";
import { channel, startTraffic, turnedIn } from "./support/traffic.ts";

// Every process of a fleet is restarted under traffic: nobody outside may notice, and nothing happens twice or not at all.
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const profile = {
  id: "agent.shelf",
  description: "Looks at the shelf.",
  goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
  toolset: ["inventory_lookup"],
  triggers: { events: [{ channel, overlap: "parallel" }] },
  limits: { max_runs_per_day: 100_000, min_interval_seconds: 0, max_concurrent_runs: 100 },
};

const absent = postgresAbsent ?? redisAbsent;
const roles = { api: "api,planner,router", worker: "worker", daemon: "daemon" } as const;

async function openAll() {
  const outside = await openOutside(150);
  closers.push(() => outside.close());
  const schema = await openSchema();
  const redis = await startRedis();
  closers.push(() => redis.stop());
  const fleet = await openFleet({
    config: {
      tools: { demo: true, allow: ["127.0.0.1"], http: ledgerTool(outside) },
      packs: ["small-business"],
      agents: { tenant: "acme" },
    },
    env: {
      DATABASE_URL: schema.url,
      REDIS_URL: redis.url,
      DATABASE_CONNECTIONS: "4",
      DRAIN_SECONDS: "0.4",
    },
  });
  closers.push(() => fleet.close());
  mkdirSync(join(fleet.folder, "agents"));
  writeFileSync(join(fleet.folder, "agents/shelf.yaml"), JSON.stringify(profile));
  return { outside, fleet };
}

type FleetProcesses = Record<keyof typeof roles, RoleProcess[]>;

async function startCrew(fleet: Fleet): Promise<FleetProcesses> {
  const two = (role: string): Promise<RoleProcess[]> => Promise.all([0, 1].map(() => fleet.start({ roles: role })));
  const [api, worker, daemon] = await Promise.all([two(roles.api), two(roles.worker), two(roles.daemon)]);
  return { api, worker, daemon };
}

/** One of each role at a time: it ends by itself, and another takes its place. */
async function restart(fleet: Fleet, crew: FleetProcesses, at: number): Promise<(number | null | undefined)[]> {
  return Promise.all(
    (["api", "worker", "daemon"] as const).map(async (role) => {
      const code = await crew[role][at]?.stop();
      crew[role][at] = await fleet.start({ roles: roles[role] });
      return code;
    }),
  );
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(100);
}

const isEnded = async (client: Client, id: string): Promise<boolean> =>
  !["pending", "running", "waiting"].includes((await turnedIn(() => client.getRun({ params: { id } }))).run.status);

describe.skipIf(absent !== undefined)(`a rolling restart ${absent ?? ""}`, () => {
  it("loses no request, repeats no effect and runs an agent once for each event", { timeout: 600_000 }, async () => {
    const { outside, fleet } = await openAll();
    const crew = await startCrew(fleet);
    const urls = (role: keyof typeof roles): string[] => crew[role].map(({ url }) => url);
    const front = await openFront((path) => urls(/^\/(agents|events)/.test(path) ? "daemon" : "api"));
    closers.push(() => front.close());
    const traffic = startTraffic({ url: front.url, key: fleet.key, seed: 7 });
    const codes = [await restart(fleet, crew, 0), await restart(fleet, crew, 1)].flat();
    await traffic.stop();

    const { asked, failed } = traffic;
    expect({ failed, broken: front.broken, codes }).toEqual({ failed: [], broken: [], codes: [0, 0, 0, 0, 0, 0] });
    const client = createClient({ baseUrl: front.url, key: fleet.key });
    for (const id of asked.runs.values()) {
      await until(() => isEnded(client, id));
      expect((await turnedIn(() => client.getRun({ params: { id } }))).run).toMatchObject({ status: "completed" });
    }
    for (const id of asked.drafts.values()) {
      const shown = async () => (await turnedIn(() => client.getDraft({ params: { id }, query: {} }))).draft.status;
      await until(async () => (await shown()) === "APPLIED");
    }
    const markers = [...[...asked.runs.keys()].flatMap((one) => [`${one}-a`, `${one}-b`]), ...asked.drafts.keys()];
    expect(Object.fromEntries(outside.written)).toEqual(Object.fromEntries(markers.map((marker) => [marker, 1])));
    const ran = async () =>
      (await turnedIn(() => client.listAgentRuns({ params: { id: profile.id }, query: { limit: 200 } }))).runs;
    const hasEnded = ({ status }: { status: string }): boolean => status !== "running";
    await until(async () => (await ran()).filter(hasEnded).length >= asked.events.length);
    expect((await ran()).map(({ status }) => status)).toEqual(asked.events.map(() => "success"));
  });
});
