import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { openOutside } from "../faults/support/outside-file.ts";
import { createChildRunner } from "../support/child-runner.ts";

// Real processes and real kill -9, at every point before and after a write of the store, a model's answer and a verb's
// deed. The outside world, the model's provider in it, is a file that only grows.
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "planwright-react-"));
});
afterAll(() => {
  rmSync(root, { recursive: true });
  lives.cleanUp();
});

const lives = createChildRunner(join(import.meta.dirname, "support", "kill-child.ts"));
type KillOutcome = { points: number; response: PlanReactResponse } | "killed";

async function runChild(folder: string, dieAt = 0): Promise<KillOutcome> {
  const life = await lives.run([folder, String(dieAt)]);
  return life === "killed" ? life : (JSON.parse(life.printed) as Exclude<KillOutcome, "killed">);
}

async function storedTurns(folder: string): Promise<string[]> {
  const store = createSqliteStore(openDatabase({ path: join(folder, "planwright.db") }));
  const facts = await store.records({ tenant: "acme", kind: "react.fact", group: "killed", limit: 100 });
  await store.close();
  return facts.map(({ id }) => id.slice("killed/".length));
}

/** What is wrong after a death at that point and a second life; empty when all is well. */
async function liveTwice(dieAt: number): Promise<string[]> {
  const folder = mkdtempSync(join(root, "case-"));
  const outside = openOutside(join(folder, "outside.jsonl"));
  if ((await runChild(folder, dieAt)) !== "killed") return [];
  const stored = await storedTurns(folder);
  const paidBefore = outside.deeds().length;
  const ended = await runChild(folder);
  if (ended === "killed") return ["killed twice"];
  const deeds = outside.deeds();
  const paidAgain = deeds.slice(paidBefore).flatMap(({ key, verb }) => (verb === "(model)" ? [key] : []));
  const writes = deeds.flatMap(({ key, verb }) => (verb === "(model)" ? [] : [key]));
  const { status, final_answer: answer, trace } = PlanReactResponse.parse(ended.response);
  const blind = trace[4]?.observation;
  // What can neither be read back nor sent again may be left undone, and then the observation says so.
  const wasBlindDone = writes.includes("react:killed:turn:3:call:0");
  const isBlindTold = blind?.ok === true ? wasBlindDone : blind?.error.code === "outcome_unknown";
  return [
    ...(status === "ok" && answer.content === "All done." ? [] : [`ended ${status}: ${answer.content}`]),
    ...(trace.length === 7 ? [] : [`${trace.length} steps`]),
    ...(isBlindTold ? [] : [`blind: ${JSON.stringify(blind)}`]),
    ...paidAgain.filter((turn) => stored.includes(turn)).map((turn) => `paid again for ${turn}`),
    ...(new Set(writes).size === writes.length ? [] : [`repeated: ${writes.join(" ")}`]),
    ...(writes.length === (wasBlindDone ? 4 : 3) ? [] : [`did ${writes.join(" ")}`]),
  ].map((problem) => `killed at ${dieAt}: ${problem}`);
}

describe("kill -9 of a ReAct run", () => {
  it("at every point: the run continues, repeats no write and requests no stored answer again", async () => {
    const whole = await runChild(mkdtempSync(join(root, "whole-")));
    if (whole === "killed") throw new Error("nobody was to be killed");
    expect(whole.response).toMatchObject({ status: "ok", usage: { steps: 7 } });
    expect(whole.points).toBeGreaterThan(25);
    const wrong: string[] = [];
    const left = Array.from({ length: whole.points }, (_, at) => at + 1);
    const worker = async (): Promise<void> => {
      for (let at = left.shift(); at !== undefined; at = left.shift()) wrong.push(...(await liveTwice(at)));
    };
    await Promise.all([worker(), worker()]);
    expect(wrong).toEqual([]);
  }, 120_000);
});
