import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { exit } from "../../src/cli/command.ts";
import { writeSampleData } from "../../src/testing/archive-suite/sample-data.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";
import { runCli } from "../support/run-cli.ts";
import { backupOf, openPlace, rowCount, tempFolder } from "./support.ts";

const bin = join(import.meta.dirname, "../../src/cli/bin.ts");

describe("planwright backup and restore", () => {
  it("write a file with mode 0600, and restore it elsewhere", async () => {
    const [here, there] = [tempFolder(), tempFolder()];
    await writeSampleData(openPlace(here).kept, { runs: 2, words: ["a"], times: [1] });
    const file = join(here, "b.jsonl.gz");
    const before = await backupOf(openPlace(here));
    const made = await runCli(["backup", file, "--data", here, "--json"]);
    expect([made.code, JSON.parse(made.out)]).toMatchObject([exit.ok, { file, rows: 20, tables: { runs: 2 } }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    const checked = await runCli(["restore", "--check", file, "--data", there, "--json"]);
    expect([checked.code, existsSync(join(there, "planwright.db"))]).toEqual([exit.ok, false]);
    const put = await runCli(["restore", file, "--data", there, "--json"]);
    expect([put.code, JSON.parse(put.out)]).toMatchObject([exit.ok, { rows: 20, removed: 0 }]);
    expect(await backupOf(openPlace(there))).toEqual(before);
  });

  const kinds = ["SQLite", ...(postgresAbsent === undefined ? ["Postgres"] : [])];
  it.each(kinds)("tell doctor how old the backup is, on %s", { timeout: 120_000 }, async (kind) => {
    const folder = tempFolder();
    const env = kind === "Postgres" ? { DATABASE_URL: (await openSchema()).url } : {};
    const asked = async (): Promise<unknown> => {
      const { out } = await runCli(["doctor", "--data", folder, "--json"], { env });
      return JSON.parse(out).findings.find(({ name }: { name: string }) => name === "backup");
    };
    await runCli(["keys", "create", "--name", "ci", "--scope", "plan", "--data", folder], { env });
    expect(await asked()).toMatchObject({ message: "planwright backup has made none yet", state: "warn" });
    expect(await runCli(["backup", join(folder, "b.gz"), "--data", folder], { env })).toMatchObject({ code: exit.ok });
    expect(await asked()).toMatchObject({ message: "the last one is 0 days old", state: "ok" });
  });

  it("refuse to overwrite data, and damaged backups", async () => {
    const folder = tempFolder();
    const file = join(folder, "b.gz");
    await writeSampleData(openPlace(folder).kept, { runs: 1, words: [], times: [1] });
    await runCli(["backup", file, "--data", folder]);
    const said = (words: string[]) => runCli([...words, "--data", folder, "--json"]);
    expect(await said(["backup", file])).toMatchObject({
      code: exit.usage,
      err: expect.stringContaining("already exists"),
    });
    expect(await said(["backup", join(folder, "no/such.gz")])).toMatchObject({ code: exit.usage });
    expect(await said(["restore", join(folder, "no.gz")])).toMatchObject({ code: exit.usage });
    const none = await runCli(["backup", join(folder, "none.gz"), "--data", tempFolder()]);
    expect(none).toMatchObject({ code: exit.usage, err: expect.stringContaining("contains no data") });
    expect(existsSync(join(folder, "none.gz"))).toBe(false);
    const full = await said(["restore", file]);
    expect([full.code, JSON.parse(full.out)]).toMatchObject([exit.failed, { issues: [{ code: "STORE_NOT_EMPTY" }] }]);
    expect(await said(["restore", file, "--replace"])).toMatchObject({
      code: exit.usage,
      err: expect.stringContaining("--yes"),
    });
    expect((await said(["restore", file, "--replace", "--yes"])).code).toBe(exit.ok);
    writeFileSync(file, readFileSync(file).subarray(0, -30));
    const cut = await said(["restore", file, "--replace", "--yes"]);
    expect([cut.code, JSON.parse(cut.out)]).toMatchObject([exit.contract, { issues: [{ code: "ARCHIVE_CUT" }] }]);
    expect(await rowCount(openPlace(folder))).toBe(6);
  });
});

describe("a restore from a pipe", () => {
  it("that is refused ends immediately", { timeout: 120_000 }, async () => {
    const folder = tempFolder();
    const place = openPlace(folder);
    await writeSampleData(place.kept, { runs: 1, words: [], times: [1] });
    const child = spawn(process.execPath, [bin, "restore", "-", "--data", folder], {
      env: { ...process.env, DATABASE_URL: "", NODE_OPTIONS: "" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.on("error", () => undefined);
    // Never ends.
    child.stdin.write((await backupOf(place)).subarray(0, 600));
    expect(await once(child, "close")).toEqual([exit.failed, null]);
  });
});

describe("a restore that is killed in the middle", () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  /** Pipes most of a backup, waits until the restore reports progress, kills it, and then runs a complete one. */
  async function killed(folder: string, url: string): Promise<void> {
    const source = openPlace();
    await source.kept.store.write((tx) => {
      for (let at = 0; at < 5_000; at += 1) tx.count({ tenant: "acme", key: `counter-${at}`, add: at });
    });
    const bytes = await backupOf(source);
    const begin = (): ChildProcess => {
      const env = { ...process.env, DATABASE_URL: url, NODE_OPTIONS: "" };
      const child = spawn(process.execPath, [bin, "restore", "-", "--data", folder], {
        env,
        stdio: ["pipe", "pipe", "pipe"],
      });
      children.push(child);
      return child;
    };
    const first = begin();
    first.stdin?.write(bytes.subarray(0, Math.floor(bytes.length * 0.8)));
    for await (const said of first.stderr ?? []) if (String(said).includes("restoring")) break;
    first.kill("SIGKILL");
    await once(first, "close");
    expect(await rowCount(openPlace(folder, url))).toBe(0);
    const second = begin();
    second.stdin?.end(bytes);
    expect(await once(second, "close")).toEqual([exit.ok, null]);
    expect(await rowCount(openPlace(folder, url))).toBe(5_000);
  }

  it("leaves the store empty, and the next restore succeeds", { timeout: 120_000 }, () => killed(tempFolder(), ""));

  it.skipIf(postgresAbsent !== undefined)("leaves the database empty", { timeout: 120_000 }, async () => {
    const schema = await openSchema();
    onTestFinished(() => schema.drop());
    await killed(tempFolder(), schema.url);
  });
});
