import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import { summariseAction } from "./action-summary.ts";
import { resultFacts } from "./result-facts.ts";

describe("the summary of an action", () => {
  it.each([
    [
      "Create a draft purchase order from a quote",
      "created a draft purchase order from a quote",
      "Draft purchase order ready",
    ],
    [
      "Submit a draft purchase order to its vendor",
      "submitted a draft purchase order to its vendor",
      "Draft purchase order submitted",
    ],
    [
      "Turn an accepted or sent quote into a sales order",
      "turned an accepted or sent quote into a sales order",
      "Sales order ready",
    ],
    ["Send an e-mail (a@b.co)", "sent an e-mail (a@b.co)", "E-mail sent"],
    ["Delete a record for good", "deleted a record for good", "Record deleted"],
  ])("is said of %s", (sentence, done, summary) => expect(summariseAction(sentence)).toEqual({ done, summary }));

  it.each(["Weather of a city", "", "42", "create_purchase_order"])("is not made up from %j", (sentence) =>
    expect(summariseAction(sentence)).toBeUndefined(),
  );
});

describe("the facts of a result", () => {
  const schema = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
    type: "object",
    properties,
    required,
  });
  const text = { type: "string" };
  const facts = (output: JsonObject | undefined) =>
    resultFacts(output, "r").map(({ label, reference }) => [label, reference]);

  it("begins with its own id, status and total", () => {
    const order = schema({ vendor: text, po_id: text, vendor_id: text, total: { type: "number" }, status: text });
    expect(facts(order)).toEqual([
      ["po id", "{{results.r.po_id}}"],
      ["status", "{{results.r.status}}"],
      ["total", "{{results.r.total}}"],
    ]);
  });

  it("is everything where that is little, also inside of the one object there is", () => {
    expect(facts(schema({ now_utc: text }))).toEqual([["now utc", "{{results.r.now_utc}}"]]);
    expect(facts(schema({ issue: schema({ id: text, url: text }) }))).toEqual([
      ["id", "{{results.r.issue.id}}"],
      ["url", "{{results.r.issue.url}}"],
    ]);
  });

  it.each([
    ["that may be absent", schema({ id: text }, [])],
    ["that may be null", schema({ id: { type: ["string", "null"] } })],
    ["that is a list", schema({ ids: { type: "array" } })],
    ["whose name cannot stand in a reference", schema({ "po id": text })],
    ["of a tool that promises nothing", undefined],
  ])("is nothing %s", (_, output) => expect(facts(output)).toEqual([]));
});
