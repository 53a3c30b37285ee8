import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import type { MemoEntry } from "../../ports/memo-store.ts";
import { openMemoFile } from "./memo-file.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "memo-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function entry(key: string): MemoEntry {
  const answer = { plan: Plan.parse({ steps: [] }), confidence: 1, deterministic: true };
  return { key, inputHash: "h", planner: "p", plannerVersion: "1.0.0", goal: key, answer };
}

describe("the memo file", () => {
  it("survives a restart and skips a partial line", async () => {
    const path = join(folder, "memo.jsonl");
    await openMemoFile(path, 10).put(entry("a"));
    appendFileSync(path, '{"key":"b","ans');
    const reopened = openMemoFile(path, 10);
    expect(await reopened.get("a")).toEqual(entry("a"));
    expect(await reopened.list()).toHaveLength(1);
    await reopened.put(entry("c"));
    expect(await openMemoFile(path, 10).get("c")).toEqual(entry("c"));
  });

  it("keeps the latest entries in memory and in the file", async () => {
    const path = join(folder, "memo.jsonl");
    const store = openMemoFile(path, 2);
    for (const key of ["a", "b", "c", "d", "e"]) await store.put(entry(key));
    expect((await store.list()).map(({ key }) => key)).toEqual(["d", "e"]);
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(2);
    expect((await openMemoFile(path, 2).list()).map(({ key }) => key)).toEqual(["d", "e"]);
  });
});
