import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../plan/json.ts";
import { readHints } from "./hints.ts";
import { nameWords } from "./name-words.ts";
import { readOptions } from "./options.ts";
import { readParams } from "./param-profile.ts";

describe("nameWords", () => {
  it.each<[string, string[]]>([
    ["get_user_id", ["get", "user", "id"]],
    ["maxTempCelsius", ["maximum", "temperature", "celsius"]],
    ["HTTPServerPort", ["http", "server", "port"]],
    ["point2", ["point", "2"]],
    ["username", ["user", "name"]],
    ["дата_начала", ["дата", "начала"]],
    ["---", []],
  ])("%s", (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});

describe("readHints", () => {
  const hints = (name: string, schema: JsonObject): ReturnType<typeof readHints> => readHints(nameWords(name), schema);

  it.each<[string, JsonObject, Partial<ReturnType<typeof readHints>>]>([
    ["city", { description: "The city" }, { place: true }],
    [
      "start_date",
      { description: "Start, in YYYY-MM-DD format" },
      { date: true, end: "start", dateFormat: "YYYY-MM-DD" },
    ],
    ["end", { type: "string", format: "date-time" }, { date: true, end: "end", dateFormat: "YYYY-MM-DDTHH:mm:ss" }],
    ["due", { description: "e.g. 31/12/2025 as DD/MM/YYYY" }, { dateFormat: "DD/MM/YYYY" }],
    ["rate", { description: "Interest rate as a decimal" }, { percent: "fraction" }],
    ["discount", { description: "Discount in percent" }, { percent: "percent" }],
    ["max_price", { description: "Highest price" }, { end: "high" }],
    ["second_number", { description: "The second number" }, { ordinal: 2 }],
    ["to", { description: "The email address to send to" }, { email: true }],
    ["subject", { description: "The subject of the email" }, { email: false, prose: true }],
  ])("%s", (name, schema, expected) => {
    expect(hints(name, schema)).toMatchObject(expected);
  });
});

describe("readOptions", () => {
  it.each<[JsonObject, unknown[]]>([
    [{ enum: ["a", 2, null] }, ["a", 2, null]],
    [{ description: "Either 'fast' or 'slow'" }, ["fast", "slow"]],
    [{ description: "The room (e.g., kitchen, hall)" }, ["kitchen", "hall"]],
    [{ description: "The kind of fruit like Apple" }, ["Apple"]],
    [{ description: "A plain sentence." }, []],
  ])("%j", (schema, values) => {
    expect(readOptions(schema).map(({ value }) => value)).toEqual(values);
  });
});

describe("readParams", () => {
  it("opens objects and tells what is required", () => {
    const params = readParams({
      type: "object",
      properties: {
        who: { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name"] },
        note: { type: "string" },
      },
      required: ["who"],
    });
    expect(params.map(({ path, required, wanted }) => [path.join("."), required, wanted])).toEqual([
      ["who.name", true, false],
      ["who.age", false, true],
      ["note", false, false],
    ]);
  });

  it("reads a default from the schema or from the words", () => {
    const [a, b] = readParams({
      type: "object",
      properties: { a: { type: "integer", default: 3 }, b: { type: "integer", description: "Size. Default is 7." } },
    });
    expect([a?.fallback, b?.fallback]).toEqual([3, 7]);
  });

  it("does not depend on the order of properties", () => {
    const properties = { x: { type: "string" }, y: { type: "string" }, z: { type: "string" } };
    const reversed = Object.fromEntries(Object.entries(properties).toReversed());
    const names = (props: JsonObject): string[] =>
      readParams({ type: "object", properties: props, required: ["y"] }).map(({ path }) => path.join("."));
    expect(names(reversed)).toEqual(names(properties));
  });
});
