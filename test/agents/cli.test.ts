import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exit } from "../../src/cli/command.ts";
import { AgentRunRecord } from "../../src/contracts/react/agent-run.ts";
import { redisAbsent, startRedis } from "../support/redis-server.ts";
import { runCli, type CliOutput } from "../support/run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-agents-cli-"));
  writeFileSync(
    join(folder, "planwright.yaml"),
    JSON.stringify({ tools: { demo: true }, packs: ["small-business"], agents: { folder: "profiles" } }),
  );
  write("shelf.yaml", shelf());
});
afterEach(() => rmSync(folder, { recursive: true }));

const shelf = (more = ""): string =>
  `id: agent.shelf
description: Looks at the shelf.
goal_template: { type: agent_task, description: what do we have in stock of bolts }
toolset: [inventory_lookup]
triggers: { time: [{ cron: "0 2 * * *", timezone: Europe/Moscow }], events: [{ channel: shelf }] }
limits: { max_runs_per_day: 1, min_interval_seconds: 0 }
${more}`;
const write = (file: string, content: string): void => {
  mkdirSync(join(folder, "profiles"), { recursive: true });
  writeFileSync(join(folder, "profiles", file), content);
};
const cli = (words: readonly string[], env: Record<string, string> = {}): Promise<CliOutput> =>
  runCli([...words, "--config", join(folder, "planwright.yaml"), "--data", join(folder, "data")], { env });

describe("planwright agents", () => {
  it("lists, shows, runs within the limits, and exports what there was", async () => {
    expect((await cli(["agents", "list"])).out).toMatch(/agent\.shelf +idle +level 0 +last never +next 20/);
    expect((await cli(["agents", "show", "agent.shelf"])).out).toMatch(
      /runs on 0 2 \* \* \* in Europe\/Moscow[^]*(next 20[^]*){5}/,
    );
    const ran = await cli(["agents", "run", "agent.shelf", "--json"]);
    expect([ran.code, ran.err]).toEqual([exit.ok, ""]);
    expect(AgentRunRecord.parse(JSON.parse(ran.out))).toMatchObject({ status: "success" });
    const again = await cli(["agents", "run", "agent.shelf"]);
    expect([again.code, again.err]).toEqual([exit.budget, expect.stringContaining("limit of 1 runs a day")]);
    expect((await cli(["agents", "run", "agent.shelf", "--force"])).code).toBe(exit.ok);
    expect((await cli(["agents", "runs", "agent.shelf"])).out.trimEnd().split("\n")).toHaveLength(2);
    const { run_id: runId, result_summary: told } = AgentRunRecord.parse(JSON.parse(ran.out));
    expect((await cli(["agents", "runs", "agent.shelf", runId])).out).toContain(
      `success ${runId}\n${told.final_answer_excerpt}`,
    );
    expect(await cli(["agents", "runs", "agent.shelf", "none"])).toMatchObject({
      code: exit.failed,
      err: expect.stringContaining("There is no run none of agent.shelf."),
    });
    const { written } = await cli(["agents", "export", "agent.shelf", "--out", "runs.jsonl"]);
    const lines = (written["runs.jsonl"] ?? "").trimEnd().split("\n");
    expect(lines.map((line) => AgentRunRecord.parse(JSON.parse(line)).status)).toEqual(["success", "success"]);
  }, 30_000);

  it("switches on and off, and why says what was and what is to come", async () => {
    const before = await cli(["why", "agent.shelf"]);
    expect(before.out).toMatch(/^No trigger of agent\.shelf has fired yet\. It runs on .*Next scheduled run: 20/);
    expect((await cli(["agents", "disable", "agent.shelf"])).out).toBe("agent.shelf is disabled\n");
    const off = await cli(["agents", "run", "agent.shelf"]);
    expect([off.code, off.err]).toEqual([exit.budget, expect.stringContaining("the agent is disabled")]);
    expect((await cli(["why", "agent.shelf"])).out).toMatch(
      /it did not run: the agent is disabled\.\nagent\.shelf is disabled, so its triggers do not fire\.\n$/,
    );
    expect((await cli(["agents", "enable", "agent.shelf"])).out).toBe("agent.shelf is enabled\n");
    rmSync(join(folder, "profiles", "shelf.yaml"));
    expect((await cli(["why", "agent.shelf"])).out).toMatch(
      /agent\.shelf no longer exists; these are its last decisions\.\n$/,
    );
    expect((await cli(["why", "agent.never"])).code).toBe(exit.failed);
  }, 30_000);

  it("takes events once", async () => {
    const publish = ["events", "publish", "shelf", '{"n":1}', "--id", "e1"];
    expect([(await cli(publish)).out, (await cli(publish)).out]).toEqual([
      "accepted: e1 on shelf\n",
      "duplicate: e1 on shelf\n",
    ]);
    expect((await cli(["events", "dead"])).out).toBe("No dead letters.\n");
    expect((await cli(["events", "publish", "shelf", "{"])).code).toBe(exit.contract);
  });

  it("checks profiles, with the place of every fault", async () => {
    const files = { "good.yaml": shelf(), "bad.yaml": shelf("autonomy_level: 3\nautonomy_level: 1\n") };
    const said = await runCli(["agents", "check", "good.yaml", "bad.yaml"], { files });
    expect([said.code, said.err]).toEqual([exit.contract, expect.stringMatching(/bad\.yaml:\d+:\d+/)]);
    expect((await runCli(["agents", "check", "good.yaml"], { files })).out).toBe("The profile is valid.\n");
  });

  it("finds every fault of a profile in one pass, a misspelt tool included", async () => {
    const lines = [
      "id: bad id",
      "description: A test.",
      'goal_template: { description: "stock at {{here}}" }',
      "toolset: [inventory_lokup, inventory_lookup]",
      'triggers: { time: [{ cron: "61 * * * *", timezone: Mars/Base, colour: red }] }',
      "autonomy_level: 7",
      "extra: 1",
    ];
    const said = await runCli(["agents", "check", "x.yaml"], { files: { "x.yaml": `${lines.join("\n")}\n` } });
    const found = said.err.trim().split("\n");
    const places = found.map((line) => Number(/^x\.yaml:(\d+):/.exec(line)?.[1]));
    expect(places.toSorted((a, b) => a - b)).toEqual([1, 3, 4, 5, 5, 5, 6, 7]);
    expect(said.err).toContain("there is no tool inventory_lokup. Did you mean inventory_lookup?");
  });

  it("finds the examples good, each with a schema for editors", async () => {
    const home = resolve(import.meta.dirname, "../../examples/08-agents/agents");
    const names = readdirSync(home);
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(home, name), "utf8")]));
    const said = await runCli(["agents", "check", ...names], { files });
    expect([said.code, said.err]).toEqual([exit.ok, ""]);
    for (const text of Object.values(files))
      expect(text).toMatch(/^# yaml-language-server: \$schema=\S+agent-profile\.json\n/);
  });

  it.each(["agent.low_stock", "agent.nightly_reflection", "agent.stale_deals"])(
    "runs the example %s in the demo, where nothing is configured",
    async (id) => {
      const data = join(folder, "demo");
      const said = await runCli(["agents", "run", id, "--data", data], { env: {} });
      expect([said.code, said.out.split(" ")[0]]).toEqual([exit.ok, "success"]);
    },
    30_000,
  );

  it.skipIf(redisAbsent !== undefined)(
    "publishes over Redis where there is one, for a daemon that takes it there",
    async () => {
      const redis = await startRedis();
      try {
        const env = { REDIS_URL: redis.url };
        expect((await cli(["events", "publish", "shelf", "{}", "--id", "r1"], env)).out).toBe(
          "published: r1 on shelf\n",
        );
        const ran = await cli(
          ["agents", "run", "agent.shelf", "--force", "--goal", "what do we have in stock of nuts"],
          env,
        );
        expect(ran.code).toBe(exit.ok);
        let out = "";
        for (let look = 0; look < 20 && !out.includes("the event r1 came on shelf"); look += 1) {
          await cli(["agents", "run", "agent.shelf", "--force"], env);
          ({ out } = await cli(["why", "agent.shelf"]));
        }
        expect(out).toContain("the event r1 came on shelf");
      } finally {
        await redis.stop();
      }
    },
    60_000,
  );
});
