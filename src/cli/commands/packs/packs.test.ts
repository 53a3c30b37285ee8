import { describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/run-cli.ts";

const pack = `pack: shop
version: 1.0.0
description: A shop.
languages: [en]
tools: { reserve: { name: reserve_item } }
slots:
  item: { type: text, ask: { en: Which item? } }
  until: { type: date, after: [until] }
intents:
  - id: reserve
    phrases: ["reserve {item} {until}"]
    steps: [{ tool: reserve, args: { item: "{item}", until: "{until.date}" } }]
`;
const properties = { item: { type: "string" }, until: { type: "string" } };
const tools = JSON.stringify([
  { name: "reserve_item", input_schema: { type: "object", properties, required: ["item"] } },
]);
const cases = `- request: reserve kettles until 2030-02-01
  calls: [{ tool: reserve_item, args: { item: kettles, until: "2030-02-01" } }]
- { request: reserve until Friday, asks: [item] }
- { request: sing a song, refuses: true }
`;
const files = { "shop.yaml": pack, "tools.json": tools, "cases.yaml": cases };

describe("planwright packs check", () => {
  it("has nothing to say about a sound pack", async () => {
    const ended = await runCli(["packs", "check", "shop.yaml", "--tools", "tools.json"], { files });
    expect(ended).toMatchObject({ code: 0, out: "shop.yaml: no problems\n", err: "" });
  });

  it.each([
    ["a key that the slot does not have", pack.replace("until.date", "until.dat"), 'Did you mean "date"?'],
    ["a tool that does not exist", pack.replace("reserve_item", "reserve_itm"), 'Did you mean "reserve_item"?'],
    [
      "an argument that the tool does not have",
      pack.replace("args: { item:", "args: { itm:"),
      'there is no argument of reserve_item "itm"',
    ],
    [
      "a required argument that is not sent",
      pack.replace('item: "{item}", ', ""),
      'reserve_item requires "item", which is not sent',
    ],
  ])("finds %s, with its line", async (_name, text, message) => {
    const ended = await runCli(["packs", "check", "shop.yaml", "--tools", "tools.json"], {
      files: { ...files, "shop.yaml": text },
    });
    expect(ended.code).toBe(3);
    expect(ended.err).toContain(message);
    expect(ended.err).toMatch(/^shop\.yaml:\d+:\d+: /);
  });
});

describe("planwright packs test", () => {
  const test = (text: string) =>
    runCli(["packs", "test", "cases.yaml", "--pack", "shop.yaml", "--tools", "tools.json"], {
      files: { ...files, "cases.yaml": text },
    });

  it("compares calls, questions and refusals", async () => {
    expect(await test(cases)).toMatchObject({ code: 0, out: "3 of 3 requests as expected\n" });
  });

  it("shows what was planned instead", async () => {
    const ended = await test(cases.replace("item: kettles, until", "item: cups, until"));
    expect(ended).toMatchObject({ code: 1, out: expect.stringContaining("2 of 3 requests as expected\n") });
    expect(ended.out).toContain('expected reserve_item {"item":"cups"');
    expect(ended.out).toContain('planned  reserve_item {"item":"kettles"');
  });

  it("refuses a case that expects nothing", async () => {
    const ended = await test("- request: reserve kettles\n");
    expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("exactly one of calls, asks and refuses") });
  });
});
