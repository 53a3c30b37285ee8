import { describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/run-cli.ts";
import { structuredExamples } from "../../../contracts/structured/examples.ts";

const good = JSON.stringify(structuredExamples.plan);
const files: Record<string, string> = {
  "good.json": good,
  "-": good,
  "bad.json": good.replace('"step_2"', '"step_3"').replace('"name":"get_time"', '"name":"get_tme"'),
  "broken.json": good.slice(1),
  "tools.json": JSON.stringify([{ name: "get_time", input_schema: { type: "object" } }]),
  "no-tools.json": '{"tools":[{"name":""}]}',
};

const run = (...words: string[]) => runCli(["validate", ...words], { files });

describe("planwright validate", () => {
  it.each<[string[], number, RegExp, RegExp]>([
    [["good.json"], 0, /^good\.json: valid, structured contract\n$/, /^$/],
    [["-", "--steps", "3"], 0, /valid/, /^$/],
    [
      ["good.json", "--steps", "2"],
      3,
      /#\/steps: has 3 steps, 2 were requested \[STEP_COUNT\]\n {2}Remove 1\.\n/,
      /^1 violation of the structured contract\n$/,
    ],
    [["bad.json"], 3, /get_tme[\s\S]*Did you mean "get_time"\?/, /^\d+ violations of the structured contract\n$/],
    [["broken.json"], 3, /MALFORMED_JSON/, /1 violation/],
    [["good.json", "--tools", "tools.json"], 3, /there is no tool "echo_tool"/, /violations/],
    [["good.json", "--contract", "determinism"], 3, /UNKNOWN_FIELD/, /determinism contract/],
    [["good.json", "--contract", "poetry"], 2, /^$/, /--contract must be one of service, structured/],
    [["good.json", "--steps", "many"], 2, /^$/, /--steps must be a number/],
    [["good.json", "--tools", "no-tools.json"], 2, /^$/, /not a tool manifest/],
    [["missing.json"], 2, /^$/, /cannot read missing\.json/],
    [[], 2, /^$/, /needs <file\|->/],
  ])("%j ends with %d", async (words, code, out, err) => {
    const ended = await run(...words);
    expect(ended.code).toBe(code);
    expect(ended.out).toMatch(out);
    expect(ended.err).toMatch(err);
  });

  it("recognises what plan --json prints, and finds what is wrong with it", async () => {
    const { out } = await runCli(["plan", "show quote Q-0192", "--json"]);
    const own = {
      "own.json": out,
      "wrong.json": out.replace('"retries":3', '"retries":-3').replace('"retries": 3', '"retries": -3'),
    };
    const valid = await runCli(["validate", "own.json"], { files: own });
    expect(valid).toMatchObject({ code: 0, out: "own.json: valid, plan model\n", err: "" });
    const wrong = await runCli(["validate", "wrong.json"], { files: own });
    expect(wrong).toMatchObject({
      code: 3,
      out: expect.stringContaining("/steps/0/retries"),
      err: "1 violation of the plan model\n",
    });
  });

  it("prints the same as JSON", async () => {
    const bad = await run("bad.json", "--json");
    expect(bad).toMatchObject({ code: 3, err: "" });
    expect(JSON.parse(bad.out)).toMatchObject({
      valid: false,
      contract: "structured",
      issues: expect.arrayContaining([
        expect.objectContaining({ code: "UNKNOWN_TOOL", pointer: "/steps/0/tool/name" }),
      ]),
    });
    expect(JSON.parse((await run("good.json", "--json")).out)).toEqual({
      valid: true,
      contract: "structured",
      issues: [],
    });
  });
});
