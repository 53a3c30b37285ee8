import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ActionPlan } from "../../src/contracts/actions/plan.ts";
import { JsonObject } from "../../src/plan/json.ts";
import { openStudio, type Studio } from "./studio.ts";

// What the head of a small studio types on a phone, over the demo workspace, with the packs that a newcomer has.
const Line = z.strictObject({
  id: z.string(),
  lang: z.enum(["en", "ru"]),
  text: z.string(),
  expect: z.discriminatedUnion("outcome", [
    z.strictObject({
      outcome: z.literal("plan"),
      calls: z.array(z.strictObject({ tool: z.string(), args: JsonObject })).min(1),
    }),
    // A question: only reads, and the answer in words.
    z.strictObject({ outcome: z.literal("answer"), says: z.string() }),
    z.strictObject({ outcome: z.literal("asks"), questions: z.array(z.string()).min(1) }),
    // Not understood, or out of reach: nothing is done, and that is all that is promised.
    z.strictObject({ outcome: z.literal("nothing") }),
  ]),
});

const lines = readFileSync(resolve(import.meta.dirname, "everyday.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => Line.parse(JSON.parse(line)));

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(["small-business", "studio"]);
});
afterAll(() => studio.close());

function asked({ needs_clarification: questions, entities }: ActionPlan): string[] {
  const open = entities.filter(({ selected_id: id }) => id === undefined);
  return [...questions.map(({ id }) => id), ...open.map(({ kind, candidates }) => `pick:${kind}:${candidates.length}`)];
}

describe("everyday requests", () => {
  it("are many, half of them Russian, none twice", () => {
    expect(lines.length).toBeGreaterThanOrEqual(200);
    expect(lines.filter(({ lang }) => lang === "ru").length * 2).toBeGreaterThanOrEqual(lines.length);
    expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });

  it.each(lines)("$id $text", async ({ text, expect: wanted }) => {
    const made = await studio.plan(text);
    const writes = made.actions.filter(({ read_only: reads }) => !reads);
    if (wanted.outcome === "plan")
      expect(made.actions.map(({ tool_slug: tool, args }) => ({ tool, args }))).toMatchObject(wanted.calls);
    else expect(writes).toEqual([]);
    if (wanted.outcome === "answer") expect(made.summary).toBe(wanted.says);
    if (wanted.outcome === "asks") expect(asked(made)).toEqual(wanted.questions);
  });
});
