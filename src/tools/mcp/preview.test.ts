import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../plan/json.ts";
import { previewBy, type ReadBackRule } from "./read-back.ts";

const rule: ReadBackRule = {
  tool: "GET_RECORD",
  args: { record_id: "{record_id}" },
  found: "/record",
  holds: { values: "{values}" },
};
const record = { record: { id: "d1", values: { stage: "new", owner: "anna" } } };
const look = (payload: JsonObject, more: Partial<ReadBackRule> = {}, answer: Json = record) =>
  previewBy({ ...rule, ...more }, payload, async () => answer);

describe("a look at what a write would change", () => {
  it("shows the fields it sets, before and after", async () => {
    expect(await look({ record_id: "d1", values: { stage: "won" } })).toEqual({
      before: { values: { stage: "new" } },
      after: { values: { stage: "won" } },
      isWhole: true,
    });
  });

  it("says that there is more to it where an argument is not accounted for", async () => {
    expect(await look({ record_id: "d1", values: {}, note: "x" })).toMatchObject({ isWhole: false });
  });

  it("shows what is not there yet as nothing", async () => {
    expect((await look({ record_id: "d1", values: { due: "friday" } }))?.before).toEqual({ values: { due: null } });
  });

  it.each<[string, Partial<ReadBackRule>, Json]>([
    ["a rule that does not say what is left behind", { holds: undefined }, record],
    [
      "one that looks for the key of the effect: before the write there is none",
      { args: { external_id: "{key}" } },
      record,
    ],
  ])("shows nothing by %s", async (_, more, answer) => {
    expect(await look({ record_id: "d1", values: {} }, more, answer)).toBeUndefined();
  });

  it("says that the record is not there", async () => {
    const found = await look({ record_id: "d1", values: { stage: "won" } }, {}, { record: null });
    expect(found).toMatchObject({ missing: "there is no such record" });
  });
});
