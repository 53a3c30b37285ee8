import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findServing, noteServing } from "./serving-notes.ts";

const url = "http://127.0.0.1:4400";
const healthy = async (): Promise<string> => "{}";
const silent = async (): Promise<undefined> => undefined;

let data: string;
beforeEach(() => void (data = mkdtempSync(join(tmpdir(), "planwright-notes-"))));
afterEach(() => rmSync(data, { recursive: true, force: true }));

// A second process must find a first that lives, and must never be stopped by what a dead one left behind.
describe("notes of processes that serve a folder", () => {
  it("are found while the process lives and answers, and are taken away by it", async () => {
    const forget = noteServing(data, { pid: process.ppid, url });
    expect(await findServing(data, healthy)).toEqual({ pid: process.ppid, url });
    expect(await findServing(data, silent)).toBeUndefined();
    forget();
    expect(readdirSync(join(data, "serving"))).toEqual([]);
  });

  it("of a process that was killed count for nothing", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    noteServing(data, { pid, url });
    expect(await findServing(data, healthy)).toBeUndefined();
  });

  it("of this process, of nobody, or half written count for nothing", async () => {
    expect(await findServing(join(data, "nowhere"), healthy)).toBeUndefined();
    noteServing(data, { pid: process.pid, url });
    expect(await findServing(data, healthy)).toBeUndefined();
    writeFileSync(join(data, "serving/7.json"), "{");
    expect(await findServing(data, healthy)).toBeUndefined();
  });

  it("are left out where they cannot be written", () => {
    const file = join(data, "file");
    writeFileSync(file, "");
    expect(() => noteServing(file, { pid: 1, url })()).not.toThrow();
  });
});
