import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AgentRun } from "../../src/agents/runs/agent-run.ts";
import { kinds, tokensPrefix } from "../../src/agents/agent-deps.ts";
import { readState } from "../../src/agents/records.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { openOutside } from "../faults/support/outside-file.ts";
import { createChance } from "../support/seeded-random.ts";
import { createChildRunner } from "../support/child-runner.ts";

// Real processes and real kill -9, before and after writes, a planner's answer and a message sent. What the store says in
// the end must be true of the outside world, which is a file that only grows.
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "planwright-agents-"));
});
afterAll(() => {
  rmSync(root, { recursive: true });
  children.cleanUp();
});

const children = createChildRunner(join(import.meta.dirname, "support", "kill-child.ts"));
const lives = 10;

async function live(folder: string, dieAt = 0): Promise<{ points: number } | "killed"> {
  const life = await children.run([folder, String(dieAt)]);
  return life === "killed" ? life : (JSON.parse(life.printed) as { points: number });
}

/** What is wrong after a death at that point and a second life; empty when all is well. */
async function liveTwice(dieAt: number): Promise<string[]> {
  const folder = mkdtempSync(join(root, "case-"));
  if ((await live(folder, dieAt)) !== "killed") return [];
  if ((await live(folder)) === "killed") return [`killed at ${dieAt}: killed twice`];
  const store = createSqliteStore(openDatabase({ path: join(folder, "planwright.db") }));
  const of = { tenant: "acme", limit: 50 };
  const runs = (await store.records({ ...of, kind: kinds.run })).map(({ body }) => AgentRun.parse(body));
  const sends = await store.records({ ...of, kind: kinds.output });
  const notices = await store.records({ ...of, kind: kinds.notice });
  const entries = await store.records({ ...of, kind: kinds.collapse });
  const { value: state } = await readState(store, "acme", "agent.killed");
  const [tokens] = await store.counters("acme", tokensPrefix);
  await store.close();
  const sent = openOutside(join(folder, "outside.jsonl"))
    .deeds()
    .filter(({ verb }) => verb === "(webhook)");
  const marked = sends.filter(({ status }) => status === "sent" || status === "failed").map(({ id }) => id);
  const wrong = {
    "runs that did not end well": runs.filter(({ record }) => record?.status !== "success").length,
    "runs too many or too few": runs.length - 3,
    "events that ran twice": runs.length - new Set(runs.map(({ slot }) => slot)).size,
    "runs still under way": state.active.length,
    // A webhook in flight at the death is repeated under its id, by which its receiver drops it.
    "messages repeated though not in flight": Math.max(0, sent.length - new Set(sent.map(({ key }) => key)).size - 1),
    "messages without an end": sends.length - marked.length,
    "messages sent and not known": sent.filter(({ key }) => !marked.includes(key)).length,
    "notices too many or too few": notices.length - 3,
    "entries too many or too few": entries.length - 3,
    "tokens counted wrong": (tokens?.value ?? 0) - 3 * 15,
  };
  return Object.entries(wrong).flatMap(([what, count]) =>
    count === 0 ? [] : [`killed at ${dieAt}: ${count} ${what}`],
  );
}

describe("kill -9 of a daemon", () => {
  it("at random points: every run ends, no limit is passed, only a webhook in flight is repeated", async () => {
    const whole = await live(mkdtempSync(join(root, "whole-")));
    if (whole === "killed") throw new Error("nobody was to be killed");
    expect(whole.points).toBeGreaterThan(40);
    const chance = createChance(5);
    const left = Array.from({ length: lives }, () => 1 + chance(whole.points));
    const wrong: string[] = [];
    const worker = async (): Promise<void> => {
      for (let at = left.shift(); at !== undefined; at = left.shift()) wrong.push(...(await liveTwice(at)));
    };
    await Promise.all([worker(), worker()]);
    expect(wrong).toEqual([]);
  }, 120_000);
});
