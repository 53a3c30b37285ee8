import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findRunningServer, recordServer } from "./server-records.ts";

const url = "http://127.0.0.1:4400";
const healthy = async (): Promise<string> => "{}";
const silent = async (): Promise<undefined> => undefined;

let data: string;
beforeEach(() => void (data = mkdtempSync(join(tmpdir(), "planwright-notes-"))));
afterEach(() => rmSync(data, { recursive: true, force: true }));

// A second process must find a running first one, and must ignore the record of a dead one.
describe("server records", () => {
  it("are found while the process runs and answers, and removed by it", async () => {
    const forget = recordServer(data, { pid: process.ppid, url });
    expect(await findRunningServer(data, healthy)).toEqual({ pid: process.ppid, url });
    expect(await findRunningServer(data, silent)).toBeUndefined();
    forget();
    expect(readdirSync(join(data, "serving"))).toEqual([]);
  });

  it("of a killed process are ignored", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    recordServer(data, { pid, url });
    expect(await findRunningServer(data, healthy)).toBeUndefined();
  });

  it("ignores records of this process, of dead processes and incomplete ones", async () => {
    expect(await findRunningServer(join(data, "nowhere"), healthy)).toBeUndefined();
    recordServer(data, { pid: process.pid, url });
    expect(await findRunningServer(data, healthy)).toBeUndefined();
    writeFileSync(join(data, "serving/7.json"), "{");
    expect(await findRunningServer(data, healthy)).toBeUndefined();
  });

  it("are optional: a failed write is ignored", () => {
    const file = join(data, "file");
    writeFileSync(file, "");
    expect(() => recordServer(file, { pid: 1, url })()).not.toThrow();
  });
});
