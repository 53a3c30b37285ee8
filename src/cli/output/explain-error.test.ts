import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/support/run-cli.ts";
import { StoreError } from "../../ports/store-error.ts";
import { exit, UsageError } from "../command.ts";
import { explainError } from "./explain-error.ts";

let place: string;
beforeAll(() => void (place = mkdtempSync(join(tmpdir(), "planwright-explain-"))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

// Who sees one of these for the first time knows neither SQLite nor errno: each names the place and the next step.
describe("a data folder that cannot be used", () => {
  it("is a file", async () => {
    const data = join(place, "file");
    writeFileSync(data, "");
    expect(await runCli(["runs", "list", "--data", data])).toMatchObject({
      code: exit.dependency,
      err: `planwright: ${data} is a file, not a folder. Choose a folder with --data.\n`,
    });
  });

  it("contains a file that is not a database", async () => {
    const data = join(place, "damaged");
    mkdirSync(data);
    writeFileSync(join(data, "planwright.db"), "a text that somebody saved in the wrong place".repeat(9));
    const { code, err } = await runCli(["runs", "list", "--data", data]);
    expect([code, err]).toEqual([
      exit.dependency,
      expect.stringMatching(/planwright\.db is corrupt.*Restore a backup.*--data/),
    ]);
  });

  it("holds a database of a newer release", async () => {
    const data = join(place, "newer");
    await runCli(["runs", "list", "--data", data]);
    const db = new DatabaseSync(join(data, "planwright.db"));
    db.exec("INSERT INTO migrations (name, hash) VALUES ('0999-later', 'x')");
    db.close();
    const { code, err } = await runCli(["runs", "list", "--data", data]);
    expect([code, err]).toEqual([
      exit.dependency,
      expect.stringMatching(/"0999-later".*run a newer release, or choose another/),
    ]);
  });
});

const system = (code: string, path?: string): Error => Object.assign(new Error(`${code}: no`), { code, path });
const sqlite = (errcode: number): Error => Object.assign(new Error("no"), { code: "ERR_SQLITE_ERROR", errcode });
const kept = (cause: unknown, code: StoreError["code"] = "broken"): StoreError =>
  new StoreError(code, "SQLite: no", cause);

describe("explain", () => {
  it.each<[string, unknown, number, RegExp]>([
    ["a mistake of the caller", new UsageError("needs a file"), exit.usage, /^needs a file$/],
    ["a folder of somebody else", kept(system("EACCES")), exit.dependency, /^\/data is not writable .*--data/],
    ["a disk that is read-only", kept(system("EROFS")), exit.dependency, /^\/data is not writable .*--data/],
    ["a file that may not be written", kept(sqlite(8)), exit.dependency, /^\/data is not writable .*--data/],
    ["a full disk", kept(sqlite(13), "full"), exit.dependency, /^the disk of \/data is full\. Free disk space/],
    ["a full disk, as the system says it", kept(system("ENOSPC")), exit.dependency, /^the disk of \/data is full/],
    ["a disk that fails", kept(sqlite(10)), exit.dependency, /full or failing .*planwright doctor/],
    ["a file that another process holds", kept(sqlite(5), "busy"), exit.dependency, /planwright doctor/],
    ["a full disk outside the store", system("ENOSPC"), exit.failed, /^the disk is full .*Free disk space/],
    [
      "a file that may not be written elsewhere",
      system("EACCES", "/out.json"),
      exit.failed,
      /^\/out\.json is not writable/,
    ],
    ["anything else", new Error("a fault of ours"), exit.failed, /^a fault of ours$/],
    ["what is no error at all", "words", exit.failed, /^words$/],
  ])("%s", (_, error, exitCode, message) => {
    const explained = explainError(error, { dataFolder: "/data", hasDatabase: false });
    expect(explained).toMatchObject({ exitCode, message: expect.stringMatching(message) });
  });

  it("does not mention files if the data is in another database", () => {
    const explained = explainError(new StoreError("broken", "connection refused"), {
      dataFolder: "/data",
      hasDatabase: true,
    });
    expect(explained).toMatchObject({
      exitCode: exit.dependency,
      message: "connection refused. See planwright doctor.",
    });
  });
});
