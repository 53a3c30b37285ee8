import { describe, expect, it } from "vitest";
import { businessRules } from "./business-rules.ts";
import { Pack } from "./pack.ts";

const pack = Pack.parse({
  pack: "shop",
  version: "1.0.0",
  description: "A shop.",
  languages: ["en"],
  tools: { move: { name: "MOVE_DEAL" } },
  entities: { stage: { values: [{ is: "won", says: ["won"] }, { says: ["lost"] }] } },
  rules: [
    { id: "stage_exists", tool: "move", param: "values.stage", entity: "stage", message: { en: "No such stage." } },
    { id: "team_given", tool: "move", param: "team", required: true, message: { en: "No team." } },
  ],
});

describe("the packs' rules at the gate", () => {
  it("name the tool as the manifest has it, and the argument by pointer", () => {
    expect(businessRules([pack])).toEqual([
      { tool: "MOVE_DEAL", required: [], one_of: { "/values/stage": ["won", "lost"] }, listed: {} },
      { tool: "MOVE_DEAL", required: ["/team"], one_of: {}, listed: {} },
    ]);
  });
});
