import { describe, expect, it } from "vitest";
import { read } from "../../language/reading.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { kindsOf } from "./kinds.ts";
import { withNouns } from "./misspelt.ts";
import { otherRecords } from "./other-records.ts";
import { questionsOfOne } from "./is-question.ts";

const text = { type: "string" };
const list = (rows: string, properties: Record<string, object>): object => ({
  type: "object",
  properties: { [rows]: { type: "array", items: { type: "object", properties } } },
});
const toolbox = [
  ...createToolbox([
    {
      name: "list_quotes",
      description: "List all quotes.",
      inputSchema: { type: "object" },
      outputSchema: list("quotes", { quote_id: text, customer_name: text, total: { type: "number" } }),
      effect: "read",
    },
    {
      name: "list_tasks",
      description: "List all tasks.",
      inputSchema: { type: "object" },
      outputSchema: list("tasks", { task_id: text, title: text }),
      effect: "read",
    },
  ]).values(),
];
const kinds = kindsOf(toolbox);
const setting = { now: "2026-01-15T12:00:00Z", zone: "UTC" };

describe("withNouns", () => {
  it.each([
    ["any quoets of this year", "quotes"],
    ["any quottes of this year", "quotes"],
    // One consonant for another is another word, and a capital begins a name.
    ["any tanks in here", undefined],
    ["anything for Quoets", undefined],
  ])("%s: %s", (said, noun) => {
    const reading = read(said, setting);
    const texts = withNouns(reading, kinds).spans.map((span) => span.text);
    const changed = texts.filter((one, at) => one !== reading.spans[at]?.text);
    expect(changed).toEqual(noun === undefined ? [] : [noun]);
  });
});

describe("otherRecords", () => {
  it.each([
    ["are there unpaid bills", "bills"],
    ["какие претензии открыты", "претензии"],
    ["tasks on deliveries", undefined],
    ["any quotes this week", undefined],
  ])("%s: %s", (said, noun) => expect(otherRecords(read(said, setting), toolbox)).toBe(noun));

  it("leaves out what a tool is about", () => {
    const [bills] = createToolbox([{ name: "list_bills", description: "List bills.", effect: "read" }]).values();
    const all = bills === undefined ? toolbox : [...toolbox, bills];
    expect(otherRecords(read("are there unpaid bills", setting), all)).toBeUndefined();
  });
});

describe("questionsOfOne", () => {
  it("gives the second question the thing of the first", () => {
    const halves = questionsOfOne(read("where is the gasket and where do we get it", setting), kinds);
    expect(halves?.isSame).toBe(true);
    expect(halves?.own[1].spans.map((span) => span.text)).toContain("gasket");
  });

  it("leaves alone a second question that names a thing, and a single one", () => {
    expect(questionsOfOne(read("where is the gasket and where is Q-7", setting), kinds)).toBeUndefined();
    expect(questionsOfOne(read("where is the gasket", setting), kinds)).toBeUndefined();
  });
});
