import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSchema, type TestSchema } from "../../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../../test/support/postgres-server.ts";
import { runCli } from "../../../../test/support/run-cli.ts";
import { type Finding, findingState } from "../../../runtime/diagnose/finding.ts";
import { diagnoseDiskSpace } from "../../../runtime/diagnose/diagnose-machine.ts";
import { migrations } from "../../../store/postgres/migrations/index.ts";
import { exit } from "../../command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-maintenance-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (words: string[], env: Record<string, string> = {}) =>
  runCli(words, { env: { PLANWRIGHT_DATA: join(folder, "data"), PORT: "0", ...env } });

async function bad(env: Record<string, string>): Promise<Finding[]> {
  const { code, out } = await run(["doctor", "--json"], env);
  expect(code).toBe(exit.dependency);
  const { findings } = JSON.parse(out) as { findings: Finding[] }; // what the command prints
  return findings.filter(({ ok }) => !ok);
}

describe("planwright doctor", () => {
  it("passes for a fresh folder and does not change it", async () => {
    const { code, out } = await run(["doctor"]);
    expect([code, out]).toEqual([
      exit.ok,
      expect.stringMatching(/^ok {2,}node[\s\S]*database +SQLite[\s\S]*will be created/),
    ]);
    expect(out).not.toContain("BAD");
    expect(out).toMatch(/models +none configured \(optional\)/);
  });

  it("names every problem of a configuration and its fix", async () => {
    const config = join(folder, "planwright.yaml");
    mkdirSync(join(folder, "agents"));
    writeFileSync(join(folder, "agents/x.yaml"), "id: agent.x\n");
    writeFileSync(
      config,
      `tools:
  mcp:
    key: { url: "https://crm.example/mcp", headers: { authorization: { env: CRM_TOKEN } } }
    gone: { command: [no-such-program] }
    near: { url: "http://127.0.0.1:9/mcp" }
packs: [smal-business]
models: { endpoints: { big: { provider: anthropic, model: some } } }
telegram: { token: { env: BOT_TOKEN }, allow: [1] }
`,
    );
    const { out } = await run(["doctor", "--json", "--config", config]);
    const { findings } = JSON.parse(out) as { findings: Finding[] }; // what the command prints
    const wrong = findings.filter(({ ok }) => !ok);
    expect(wrong.map(({ message, fix }) => `${message} → ${fix}`)).toEqual([
      "there is no pack smal-business → Did you mean small-business?",
      "mcp key: CRM_TOKEN is not set in the environment → export CRM_TOKEN=…",
      expect.stringMatching(/mcp near: .*loopback.* → add the address to tools\.allow in planwright\.yaml/),
      expect.stringMatching(/mcp gone: .*ENOENT → install the program, or correct its command/),
      expect.stringMatching(/x\.yaml:1:1: .* → correct it; planwright agents check .*x\.yaml shows all/),
      "anthropic, some: ANTHROPIC_API_KEY is not set → export ANTHROPIC_API_KEY=…",
      "polling: BOT_TOKEN is not set → export BOT_TOKEN=…",
    ]);
  });

  it("prints the line of an error in the configuration", async () => {
    const config = join(folder, "planwright.yaml");
    writeFileSync(config, "tools:\n  mpc: {}\n");
    const { code, out } = await run(["doctor", "--config", config]);
    expect([code, out]).toEqual([
      exit.dependency,
      expect.stringMatching(/BAD +configuration .*planwright\.yaml:2:3: "mpc" .*\n.*→ Did you mean "mcp"\?/),
    ]);
  });

  it("warns about a server whose writes are refused until it is pinned", async () => {
    const server = resolve(import.meta.dirname, "../../../../templates/shop");
    cpSync(server, folder, { recursive: true });
    cpSync(resolve(server, "../every"), folder, { recursive: true });
    rmSync(join(folder, "planwright.pins.json"));
    const { code, out } = await run(["doctor", "--config", join(folder, "planwright.yaml")]);
    expect(code).toBe(exit.ok);
    expect(out).toMatch(
      /warn +mcp shop +running, not pinned.*\n +→ review its tools, then run planwright tools pin shop/,
    );
  });

  it("starts every server and checks the names of tools in packs, read_back and agents", async () => {
    for (const part of ["every", "shop"])
      cpSync(resolve(import.meta.dirname, "../../../../templates", part), folder, { recursive: true });
    const edit = (file: string, from: string | RegExp, to: string): void =>
      writeFileSync(join(folder, file), readFileSync(join(folder, file), "utf8").replaceAll(from, to));
    edit("packs/shop.yaml", /name: (list|book)_repairs?/g, "name: sing_song");
    edit("planwright.yaml", "tool: list_repairs", "tool: list_repair");
    edit("planwright.yaml", "  mcp:\n", "  mcp:\n    crm: { command: [node, crm.mjs] }\n");
    writeFileSync(join(folder, "crm.mjs"), 'console.error("cannot open the CRM"); process.exit(1)');
    const [agent = ""] = readdirSync(join(folder, "agents"));
    edit(join("agents", agent), "[list_repairs]", "[list_repars]");
    const { code, out } = await run(["doctor", "--json", "--config", join(folder, "planwright.yaml")]);
    const { findings } = JSON.parse(out) as { findings: Finding[] }; // what the command prints
    expect(code).toBe(exit.dependency);
    expect(findings.flatMap(({ ok, message, fix }) => (ok ? [] : [`${message} → ${fix}`]))).toEqual([
      expect.stringMatching(/^mcp crm: .*stderr: cannot open the CRM/),
      expect.stringContaining("none of its tools exists: sing_song"),
      expect.stringContaining("the server has no tool list_repair → did you mean list_repairs?"),
      expect.stringContaining("there is no tool list_repars → did you mean list_repairs?"),
    ]);
  });

  it("warns about rules for tools that do not exist", async () => {
    const rules = [
      "tools: { demo: true }",
      "approval: { rules: [{ ruling: deny, tools: [create_vender, 'ATTIO_*'] }] }",
      "drafts: { deny: [create_vendor, 'NOTHING_*'] }",
    ];
    writeFileSync(join(folder, "planwright.yaml"), rules.join("\n"));
    const { code, out } = await run(["doctor", "--config", join(folder, "planwright.yaml")]);
    expect(code).toBe(exit.ok);
    expect(out).toMatch(/warn +approval.rules +no tool is called create_vender\n +→ did you mean create_vendor\?/);
    expect(out).toMatch(/warn +drafts.deny +no tool is called NOTHING_\*/);
    expect(out.match(/no tool is called/g)).toHaveLength(2);
  });

  it.each([
    [true, exit.ok],
    [false, exit.dependency],
  ])(
    "names approvers who cannot log in, a failure where nobody else may approve (self-approval %s)",
    async (self, wanted) => {
      const drafts = `drafts: { approvers: ["key:ops", "tg:7", "user:ann"], quorum: 2, self_approval: ${self} }`;
      writeFileSync(join(folder, "planwright.yaml"), `tools: { demo: true }\n${drafts}\n`);
      await run(["keys", "create", "--name", "other", "--tenant", "acme", "--scope", "drafts"]);
      const { code, out } = await run(["doctor", "--config", join(folder, "planwright.yaml")]);
      expect(code).toBe(wanted);
      expect(out).toMatch(
        /drafts\.approvers +key:ops: there is no valid API key of this name\n +→ planwright keys create --name ops/,
      );
      expect(out).toMatch(/drafts\.approvers +tg:7: may not use the bot\n +→ add the id to telegram\.allow/);
      expect(out).not.toContain("user:ann:");
      await run(["keys", "create", "--name", "ops", "--tenant", "acme", "--scope", "drafts"]);
      const after = await run(["doctor", "--config", join(folder, "planwright.yaml")]);
      expect([after.code, after.out.includes("key:ops")]).toEqual([exit.ok, false]);
    },
  );

  it("reports a pinned server that does not start", async () => {
    for (const part of ["every", "shop"])
      cpSync(resolve(import.meta.dirname, "../../../../templates", part), folder, { recursive: true });
    rmSync(join(folder, "tools", "shop.mjs"));
    const { code, out } = await run(["doctor", "--config", join(folder, "planwright.yaml")]);
    expect([code, out]).toEqual([
      exit.dependency,
      expect.stringMatching(/BAD +mcp shop +does not answer: .*stderr: .*Cannot find module/),
    ]);
  });

  it("finds damage in the database", async () => {
    await run(["keys", "create", "--name", "one", "--scope", "plan"]);
    const file = join(folder, "data", "planwright.db");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, 4096 * 3));
    rmSync(`${file}-wal`, { force: true });
    expect(await bad({})).toMatchObject([{ name: "database", fix: expect.stringContaining("planwright restore") }]);
  });

  it.each([
    [3, "bad"],
    [400, "warn"],
    [40_000, "ok"],
  ])("reports %i MB of free disk space as %s", (megabytes, state) => {
    expect(findingState(diagnoseDiskSpace(megabytes))).toBe(state);
  });

  it("names the address of an unreachable database and Redis, without the password", async () => {
    const findings = await bad({
      DATABASE_URL: "postgres://u:secret@127.0.0.1:1/p",
      REDIS_URL: "redis://:secret@127.0.0.1:1",
    });
    expect(findings.map(({ name }) => name)).toEqual(["database", "redis", "engine"]);
    expect(findings[0]?.fix).toContain("127.0.0.1:1/p");
    expect(JSON.stringify(findings)).not.toContain("secret");
  });

  it.each(["mysql://u:secret@db/p", "planwright"])("refuses %s, which is not a Postgres URL", async (url) => {
    const findings = await bad({ DATABASE_URL: url });
    expect(findings).toMatchObject([{ name: "database", message: expect.stringContaining("postgres://") }]);
    expect(JSON.stringify(findings)).not.toContain("secret");
    expect(await run(["runs", "list"], { DATABASE_URL: url })).toMatchObject({
      code: exit.dependency,
      err: expect.stringMatching(/DATABASE_URL must begin with postgres:.* See planwright doctor/),
    });
  });

  it("reports a used port and an invalid folder", async () => {
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await bad({ PORT: String(port) })).toMatchObject([{ name: "port", fix: expect.stringContaining("--port") }]);
    await new Promise((resolve) => other.close(resolve));
    expect((await bad({ PLANWRIGHT_DATA: "/dev/null/data" }))[0]).toMatchObject({ name: "data folder" });
  });
});

describe("a database or a Redis that does not answer", () => {
  it.each([["dev"], ["events", "tail", "hub:end"]])("exits %s with 7 without waiting", async (...words) => {
    const said = await run(words, { REDIS_URL: "redis://:secret@127.0.0.1:1" });
    expect([said.code, said.err]).toEqual([exit.dependency, expect.stringMatching(/Redis: .*See planwright doctor\./)]);
    expect(said.err).not.toContain("secret");
  });

  it("exits a command with 7 and points to doctor", async () => {
    const away = { DATABASE_URL: "postgres://127.0.0.1:1/p" };
    const said = await run(["keys", "list", "--json"], away);
    expect([said.code, said.err]).toEqual([exit.dependency, expect.stringContaining("See planwright doctor.")]);
    expect(JSON.parse(said.out)).toMatchObject({ issues: [{ code: "DEPENDENCY_DOWN" }] });
  });
});

describe.skipIf(postgresAbsent !== undefined)(`maintenance of Postgres ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  let env: { DATABASE_URL: string };
  beforeEach(async () => {
    schema = await openSchema();
    env = { DATABASE_URL: schema.url };
  });
  afterEach(() => schema.drop());

  it("migrate applies pending migrations, which doctor reports", async () => {
    expect(await bad(env)).toMatchObject([{ name: "schema", fix: "planwright migrate" }]);
    const names = migrations.map(({ name }) => name);
    expect(JSON.parse((await run(["migrate", "--json"], env)).out)).toEqual({ migrated: names });
    expect((await run(["migrate"], env)).out).toBe("up to date\n");
    expect((await run(["doctor"], env)).code).toBe(exit.ok);
  });

  it("jobs lists and revives dead jobs", async () => {
    await schema.db.write([
      {
        sql: `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, failures, error, dead_at)
              VALUES ('runs', $1, 'acme', 1, 1, 1, 50, 'Error: no use', 5)`,
        values: ["r1"],
      },
    ]);
    expect(await bad(env)).toMatchObject([{ name: "jobs" }]);
    expect((await run(["jobs", "queues"], env)).out).toBe("runs  0 due  0 running  1 dead  oldest 0.0 s\n");
    expect((await run(["jobs", "dead"], env)).out).toMatch(/^runs {2}r1 {2}acme .* 50 times {2}Error: no use\n$/);
    expect((await run(["jobs", "revive", "runs", "r2"], env)).code).toBe(exit.failed);
    expect((await run(["jobs", "revive", "runs", "r1"], env)).code).toBe(exit.ok);
    expect(JSON.parse((await run(["jobs", "dead", "--json"], env)).out)).toEqual({ jobs: [] });
  });

  it("keys are stored there too", async () => {
    await run(["keys", "create", "--name", "ci", "--scope", "plan"], env);
    expect((await run(["keys", "list"], env)).out).toContain("ci");
    expect((await run(["keys", "list"])).out).toBe("");
  });
});
