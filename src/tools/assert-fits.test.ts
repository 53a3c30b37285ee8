import { describe, expect, it } from "vitest";
import type { Json } from "../plan/json.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";
import { assertFits } from "./assert-fits.ts";

const fields = {
  type: "object",
  properties: { quote_id: { type: "string" } },
  required: ["quote_id"],
  additionalProperties: false,
};

describe("assertFits", () => {
  it.each<[JsonSchema, Json]>([
    [fields, { quote_id: "Q-1" }],
    [true, { anything: [1] }],
    [{}, null],
  ])("lets pass what fits %j", (schema, value) =>
    expect(() => assertFits(schema, value, "invalid_payload")).not.toThrow(),
  );

  it.each<[JsonSchema, Json, RegExp]>([
    [fields, {}, /^\/quote_id is required$/],
    [{ enum: ["draft", "sent"] }, "snt", /^the value must be one of "draft","sent"$/],
    [fields, { quote_id: 7 }, /^\/quote_id must be string$/],
    [fields, { quote_id: "a", qoute_id: "b" }, /unknown field "qoute_id", did you mean "quote_id"\?$/],
    [false, 1, /./],
    [{ type: "array", items: { type: "integer" } }, ["a", "b", "c", "d", "e"], /; and 2 more$/],
    [{ type: "object", $ref: "other.json" }, {}, /schema cannot be used: .*outside the schema/],
    [{ type: "nonsense" }, {}, /schema cannot be used/],
  ])("says where %j and %j differ", (schema, value, message) => {
    expect(() => assertFits(schema, value, "invalid_output")).toThrow(message);
    expect(() => assertFits(schema, value, "invalid_output")).toThrow(
      expect.objectContaining({ code: "invalid_output" }),
    );
  });
});
