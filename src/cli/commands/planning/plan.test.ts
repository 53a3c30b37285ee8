import { describe, expect, it } from "vitest";
import { validatePlanPayload } from "../../../contracts/structured/validate-plan-payload.ts";
import { runCli } from "../../../../test/support/run-cli.ts";
import { exit } from "../../command.ts";

const schema = { type: "object", properties: { quote_id: { type: "string" } }, required: ["quote_id"] };
const files: Record<string, string> = {
  "tools.json": JSON.stringify({
    tools: [{ name: "quote_lookup", description: "Look up a quote", inputSchema: schema }],
  }),
  "twice.json": JSON.stringify([{ name: "t" }, { name: "t" }]),
  "broken.json": "{",
  "bad.yaml": "intents: 7",
  "cases.jsonl": [
    {
      id: "1",
      query: "look up quote Q-0192",
      locale: "en",
      expect: { kind: "calls", calls: [{ tool: "quote_lookup", args: { quote_id: ["Q-0192"] } }] },
    },
    { id: "2", query: "sing a song about the sea", tools: [], expect: { kind: "none" } },
  ]
    .map((row) => JSON.stringify(row))
    .join("\n"),
  "bad.jsonl": '{"id":"1","query":"x","expect":{"kind":"none"}}\n{"id":2}\n',
};

const run = (...words: string[]) => runCli(words, { files });

describe("planwright plan", () => {
  it("prints a readable plan, and with --explain the words behind each step", async () => {
    const { code, out } = await run("plan", "look up quote Q-0192", "--tools", "tools.json", "--explain");
    expect(code).toBe(exit.ok);
    expect(out).toContain("1 step, grammar, confidence");
    expect(out).toMatch(/s1 {2}quote_lookup[^]*quote_id = "Q-0192"/);
  });

  it("prints the plan, its confidence and reasons as JSON", async () => {
    const { code, out } = await run("plan", "look up quote Q-0192", "--tools", "tools.json", "--json");
    expect(code).toBe(exit.ok);
    expect(JSON.parse(out)).toMatchObject({ outcome: "plan", plan: { steps: [{ tool: "quote_lookup" }] } });
  });

  it.each([["generate a 3-step plan to print the time"], ["план из 2 шагов: поздороваться"], ["use send_email"]])(
    "--contract structured prints exactly one JSON object: %j",
    async (goal) => {
      const { code, out, err } = await run("plan", goal, "--contract", "structured");
      expect([code, err]).toEqual([exit.ok, ""]);
      expect(validatePlanPayload(out, { request: goal })).toMatchObject({ ok: true });
    },
  );

  it("prints the other contracts", async () => {
    const service = await run("plan", "look up quote Q-0192", "--contract", "service");
    expect(JSON.parse(service.out)).toMatchObject({
      steps: [{ type: "tool" }, { type: "message" }],
      metadata: { version: "0.1" },
    });
    const determinism = await run(
      "plan",
      "echo hi",
      "--contract",
      "determinism",
      "--planner",
      "stub",
      "--tools",
      "tools.json",
    );
    expect([determinism.code, JSON.parse(determinism.out)]).toMatchObject([
      exit.failed,
      { code: "PLANNER_NO_SKILLS_AVAILABLE" },
    ]);
  });

  it.each([
    [["sing a song about the sea", "--tools", "tools.json"], "no plan: no tool of the manifest matches the goal"],
    [["look up a quote", "--tools", "tools.json"], "More information is needed:"],
    [[""], "PLANNER_INVALID_GOAL"],
  ])("%j exits 1 with the reason on stderr", async (words, reason) => {
    const { code, out, err } = await run("plan", ...words);
    expect([code, out]).toEqual([exit.failed, ""]);
    expect(err).toContain(reason);
  });

  it.each([
    [["x", "--tools", "twice.json"], 'twice.json#/1: the name "t" is already used by /0 [DUPLICATE_TOOL]'],
    [["x", "--tools", "broken.json"], "broken.json"],
    [["x", "--pack", "bad.yaml"], "bad.yaml"],
    [["--batch", "bad.jsonl"], "bad.jsonl#/id: line 2: "],
  ])("%j exits 3 and names the place", async (words, place) => {
    const { code, out, err } = await run("plan", ...words);
    expect([code, out]).toEqual([exit.contract, ""]);
    expect(err).toContain(place);
  });

  it.each([
    [["x", "--planner", "gramar"], 'did you mean "grammar"?'],
    [["x", "--contract", "servise"], "--contract must be one of service, structured, determinism"],
    [["x", "--zone", "Mars/Olympus"], "--zone must be an IANA time zone"],
    [["x", "--now", "yesterday"], "--now must be an ISO 8601 date"],
    [["x", "--locale", "fr"], "--locale must be one of en, ru"],
    [["x", "--tools", "absent.json"], "cannot read absent.json"],
    [[], "plan needs a goal"],
  ])("%j is a mistake of the caller", async (words, message) => {
    const { code, err } = await run("plan", ...words);
    expect(code).toBe(exit.usage);
    expect(err).toContain(message);
  });

  it("plans a file of cases and writes one prediction per line", async () => {
    const { code, written, err } = await run(
      "plan",
      "--batch",
      "cases.jsonl",
      "--out",
      "p.jsonl",
      "--tools",
      "tools.json",
    );
    expect([code, err]).toEqual([exit.ok, "2 cases: 1 plan, 1 none\n"]);
    const rows = (written["p.jsonl"] ?? "")
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(rows).toMatchObject([
      {
        id: "1",
        outcome: "plan",
        calls: [{ id: "s1", tool: "quote_lookup", args: { quote_id: "Q-0192" }, depends_on: [] }],
      },
      { id: "2", outcome: "none", calls: [], missing: [] },
    ]);
  });
});

describe("the commands around planning", () => {
  it("eval prints a table and enforces --at-least", async () => {
    const { code, out } = await run("eval", "cases.jsonl", "--tools", "tools.json", "--at-least", "100");
    expect(code).toBe(exit.ok);
    expect(out).toMatch(/own +all +2 +100\.0% +100\.0% +100\.0%/);
    const missed = await run(
      "eval",
      "cases.jsonl",
      "--planner",
      "stub",
      "--tools",
      "tools.json",
      "--at-least",
      "100",
      "--errors",
      "1",
    );
    expect([missed.code, missed.err]).toEqual([exit.failed, expect.stringContaining("1: look up quote Q-0192")]);
  });

  it.each([
    ["--errors", "all"],
    ["--at-least", "101"],
  ])("eval refuses %s %s", async (option, word) => {
    expect((await run("eval", "cases.jsonl", option, word)).code).toBe(exit.usage);
  });

  it("planners lists the registry", async () => {
    const { out } = await run("planners", "--json");
    expect(JSON.parse(out)).toMatchObject({
      planners: [{ id: "stub", determinism: "full" }, { id: "grammar" }, {}, {}],
    });
    expect((await run("planners")).out).toContain("grammar");
  });

  it("estimate prices without planning", async () => {
    expect((await run("estimate", "anything")).out).toBe("grammar: 0 + 0 tokens, 0 micro-cents (0 cents)\n");
    expect(JSON.parse((await run("estimate", "anything", "--json")).out)).toMatchObject({
      micro_cents: 0,
      cost_cents: 0,
    });
  });
});
