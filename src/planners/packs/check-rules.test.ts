import { describe, expect, it } from "vitest";
import { createToolbox } from "../../plan/tool-spec.ts";
import { checkRules } from "./check-rules.ts";
import { readyPack } from "./match-packs.ts";
import { Pack } from "./pack.ts";

const pack = Pack.parse({
  pack: "deals",
  version: "1.0.0",
  description: "Deals.",
  languages: ["ru", "en"],
  tools: { move: { name: "move_deal" } },
  entities: {
    stage: {
      values: [
        { is: "won", says: ["Выиграно"] },
        { is: "paused", says: ["На паузе"] },
      ],
    },
  },
  rules: [
    {
      id: "stage",
      tool: "move",
      param: "values.stage",
      entity: "stage",
      message: { ru: "Такой стадии нет.", en: "No such stage." },
    },
    { id: "sum", tool: "move", param: "sum", at_least: 0, at_most: 100, message: { en: "Out of bounds." } },
    { id: "team", tool: "move", param: "team", required: true, message: { en: "No team." } },
  ],
});
const ready = readyPack(pack, [...createToolbox([{ name: "move_deal" }, { name: "other" }]).values()]);

describe("checkRules", () => {
  it.each([
    [{ team: "a", values: { stage: "won" }, sum: 5 }, []],
    [{ team: "a", values: { stage: "выиграно" } }, ["INVALID_VALUE /0/args/values/stage"]],
    [{ team: "a", values: { stage: "{{s1.stage}}" } }, []],
    [{ team: "a", sum: 101 }, ["OUT_OF_RANGE /0/args/sum"]],
    [{ team: "a", sum: "many" }, ["OUT_OF_RANGE /0/args/sum"]],
    [{ team: "" }, ["MISSING_FIELD /0/args/team"]],
    [{}, ["MISSING_FIELD /0/args/team"]],
  ])("%j", (args, wanted) => {
    const issues = checkRules([ready], [{ tool: "move_deal", args }]);
    expect(issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(wanted);
  });

  it("suggests the value by another of its names, in the person's language", () => {
    const [issue] = checkRules(
      [ready],
      [{ tool: "move_deal", args: { team: "a", values: { stage: "на паузу" } } }],
      "ru",
    );
    expect(issue).toMatchObject({ message: "Такой стадии нет.", hint: 'Did you mean "paused"?' });
  });

  it("says nothing about tools of others", () => {
    expect(checkRules([ready], [{ tool: "other", args: {} }])).toEqual([]);
  });
});
