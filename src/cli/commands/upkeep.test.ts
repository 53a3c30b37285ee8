import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSchema, type TestSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { runCli } from "../../../test/support/run-cli.ts";
import type { Finding } from "../../runtime/examine.ts";
import { migrations } from "../../store/postgres/migrations/index.ts";
import { exit } from "../command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-upkeep-"));
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
  it("finds a fresh folder in order, and leaves it as it was", async () => {
    const { code, out } = await run(["doctor"]);
    expect([code, out]).toEqual([
      exit.ok,
      expect.stringMatching(/^ok {2}node[\s\S]*database {5}SQLite[\s\S]*will be made/),
    ]);
    expect(out).not.toContain("BAD");
  });

  it("says of a database and a Redis that do not answer where to look, and no password", async () => {
    const findings = await bad({
      DATABASE_URL: "postgres://u:secret@127.0.0.1:1/p",
      REDIS_URL: "redis://:secret@127.0.0.1:1",
    });
    expect(findings.map(({ name }) => name)).toEqual(["database", "redis"]);
    expect(findings[0]?.mend).toContain("127.0.0.1:1/p");
    expect(JSON.stringify(findings)).not.toContain("secret");
  });

  it("says that the port is taken, and that the folder cannot be one", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await bad({ PORT: String(port) })).toMatchObject([
      { name: "port", mend: expect.stringContaining("--port") },
    ]);
    await new Promise((resolve) => other.close(resolve));
    expect((await bad({ PLANWRIGHT_DATA: "/dev/null/data" }))[0]).toMatchObject({ name: "data folder" });
  });
});

describe("a database that does not answer", () => {
  it("ends a command with 7 and the way to the doctor", async () => {
    const away = { DATABASE_URL: "postgres://127.0.0.1:1/p" };
    const said = await run(["keys", "list", "--json"], away);
    expect([said.code, said.err]).toEqual([exit.dependency, expect.stringContaining("See planwright doctor.")]);
    expect(JSON.parse(said.out)).toMatchObject({ issues: [{ code: "DEPENDENCY_DOWN" }] });
  });
});

describe.skipIf(postgresAbsent !== undefined)(`upkeep of Postgres ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  let env: { DATABASE_URL: string };
  beforeEach(async () => {
    schema = await openSchema();
    env = { DATABASE_URL: schema.url };
  });
  afterEach(() => schema.drop());

  it("migrate brings a schema up to date once, which doctor asks for", async () => {
    expect(await bad(env)).toMatchObject([{ name: "schema", mend: "planwright migrate" }]);
    const names = migrations.map(({ name }) => name);
    expect(JSON.parse((await run(["migrate", "--json"], env)).out)).toEqual({ migrated: names });
    expect((await run(["migrate"], env)).out).toBe("up to date\n");
    expect((await run(["doctor"], env)).code).toBe(exit.ok);
  });

  it("jobs shows what was given up, and takes it up again", async () => {
    await schema.db.write([
      {
        sql: `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version, failures, error, dead_at)
              VALUES ('runs', $1, 'acme', 1, 1, 1, 50, 'Error: no use', 5)`,
        values: ["r1"],
      },
    ]);
    expect(await bad(env)).toMatchObject([{ name: "jobs" }]);
    expect((await run(["jobs", "dead"], env)).out).toMatch(/^runs {2}r1 {2}acme .* 50 times {2}Error: no use\n$/);
    expect((await run(["jobs", "revive", "runs", "r2"], env)).code).toBe(exit.failed);
    expect((await run(["jobs", "revive", "runs", "r1"], env)).code).toBe(exit.ok);
    expect(JSON.parse((await run(["jobs", "dead", "--json"], env)).out)).toEqual({ jobs: [] });
  });

  it("keys are kept there too", async () => {
    await run(["keys", "create", "--name", "ci", "--scope", "plan"], env);
    expect((await run(["keys", "list"], env)).out).toContain("ci");
    expect((await run(["keys", "list"])).out).toBe("");
  });
});
