import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DraftView } from "../../../contracts/api/drafts.ts";
import { runCli, type CliOutput } from "../../../../test/support/run-cli.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-drafts-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const action = {
  toolkit: "demo",
  tool_slug: "echo_tool",
  args: { text: "hello" },
  read_only: true,
  idempotency_scope: "echo:hello",
  preview: "Say hello",
};
const plan = (more: object = {}): string =>
  JSON.stringify({
    plan_id: "p1",
    intent: "mutate",
    domain: "unknown",
    summary: "Say hello",
    language: "en",
    inputs: { raw_text: "hello" },
    entities: [],
    actions: [action],
    needs_clarification: [],
    risks: [],
    ...more,
  });

const cli = (words: readonly string[], stdin = ""): Promise<CliOutput> =>
  runCli(["drafts", ...words, "--data", folder], { files: { "-": stdin } });

async function draft(more: object = {}, as = "cli"): Promise<string> {
  const made = await cli(["create", "--plan", "-", "--as", as, "--json"], plan(more));
  expect([made.code, made.err]).toEqual([6, ""]);
  return (JSON.parse(made.out) as { draft: DraftView }).draft.draft.draft_id; // the command's own shape
}

describe("planwright drafts", () => {
  it("creates, lists, shows and applies a Draft, and refuses a second apply", async () => {
    const id = await draft();
    expect((await cli(["list", "--status", "draft"])).out).toContain(`${id}  DRAFT      r1  apply`);
    expect((await cli(["show", id])).out).toContain(`planwright drafts apply ${id} --revision 1`);
    const applied = await cli(["apply", id, "--revision", "1"]);
    expect([applied.code, applied.out]).toEqual([0, expect.stringContaining("a1  SUCCEEDED  Say hello")]);
    expect(await cli(["apply", id, "--revision", "1"])).toMatchObject({
      code: 6,
      err: expect.stringContaining("DRAFT_CLOSED"),
    });
  });

  it("accepts a pick and answers for the shown revision", async () => {
    const row = (id: string) => ({ id, name: id, subtitle: "", url: "" });
    const entity = { kind: "deal", query: "x", candidates: [row("d1"), row("d2")], confidence: 0.5 };
    const picked = await draft({ entities: [entity] });
    expect((await cli(["answer", picked, "yes", "--revision", "1"])).code).toBe(2);
    expect((await cli(["pick", picked, "d9", "--revision", "1"])).code).toBe(3);
    expect(await cli(["pick", picked, "d2", "--revision", "1"])).toMatchObject({
      code: 6,
      out: expect.stringContaining("r2  apply"),
    });
    expect((await cli(["pick", picked, "d2", "--revision", "1"])).code).not.toBe(0);
    const choices = [{ label: "Now", value: "now" }];
    const ask = (id: string) => ({ id, question: `${id}?`, choices, free_text_allowed: false });
    const asked = await draft({ needs_clarification: [ask("q1"), ask("q2")] });
    expect((await cli(["answer", asked, "now", "--revision", "1"])).code).toBe(2);
    const half = await cli(["answer", asked, "q2=now", "--revision", "1"]);
    expect([half.code, half.out]).toEqual([6, expect.stringContaining("q1?")]);
    const whole = await cli(["answer", asked, "NOW", "--revision", "2"]);
    expect([whole.code, whole.out]).toEqual([6, expect.stringContaining("r3  apply")]);
  });

  it("answers a query directly", async () => {
    const said = await cli(["create", "--plan", "-"], plan({ intent: "query" }));
    expect([said.code, said.out]).toEqual([0, "Say hello\n"]);
  });

  it("requires the second confirmation of a bulk write", async () => {
    const id = await draft({ risks: [{ kind: "bulk", details: "" }] });
    expect(await cli(["apply", id, "--revision", "1"])).toMatchObject({
      code: 6,
      out: expect.stringContaining("--confirm"),
    });
    expect((await cli(["apply", id, "--revision", "1", "--confirm"])).code).toBe(0);
  });

  it.each([
    ["another's Draft", 6, "FORBIDDEN", (id: string) => ["apply", id, "--revision", "1", "--as", "boris"]],
    ["a revision that was not shown", 6, "DRAFT_SUPERSEDED", (id: string) => ["apply", id, "--revision", "2"]],
    ["no revision at all", 2, "--revision", (id: string) => ["apply", id]],
    ["a Draft that is not there", 1, "NOT_FOUND", () => ["show", "nothing"]],
    ["a status that is none", 2, "--status", () => ["list", "--status", "open"]],
  ])("refuses %s with exit %s", async (_, code, word, words) => {
    const said = await cli(words(await draft()));
    expect([said.code, said.err]).toEqual([code, expect.stringContaining(word)]);
  });

  it("rebuilds a Draft as a new one", async () => {
    const id = await draft();
    const rebuilt = await cli(["rebuild", id, "--json"]);
    const { draft: made } = JSON.parse(rebuilt.out) as { draft: DraftView }; // the command's own shape
    expect([rebuilt.code, made.draft.status, made.draft.draft_id === id]).toEqual([6, "DRAFT", false]);
    expect((await cli(["show", id])).out).toContain("CANCELLED");
  });

  it("cancels a Draft, and refuses an invalid plan", async () => {
    const id = await draft();
    expect((await cli(["cancel", id, "--revision", "1"])).out).toContain("CANCELLED");
    expect((await cli(["create", "--plan", "-"], "{}")).code).toBe(3);
    expect((await cli(["create"])).code).toBe(2);
  });
});
