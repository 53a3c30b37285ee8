import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import { sampleToolbox } from "../../../test/support/sample-toolbox.ts";
import { narrowTools } from "./plan-by-model.ts";

const [sample] = [...sampleToolbox.values()];
if (sample === undefined) throw new Error("the sample toolbox is empty");

const tool = (name: string, description: string): ToolSpec => ({ ...sample, name, description });
const others = Array.from({ length: 60 }, (_, at) =>
  tool(`archive_${at}`, `Archives shelf ${at}. ${"Notes. ".repeat(60)}`),
);
const toolbox = [...others, tool("weigh_parcel", "Weighs a parcel")];

const chosenFor = (tools: readonly ToolSpec[]): readonly ToolSpec[] => {
  const request = { agentId: "a", goal: "weigh the parcel", now: "2026-01-01T00:00:00Z", zone: "UTC" };
  return narrowTools({ ...request, surface: "service", toolbox: tools } satisfies PlannerRequest);
};

describe("the tools that a model is offered", () => {
  it("are few and small, and the one that the goal needs is among them", () => {
    const chosen = chosenFor(toolbox);
    expect(chosen.map(({ name }) => name)).toContain("weigh_parcel");
    expect(JSON.stringify(chosen).length).toBeLessThan(17_000);
    expect(JSON.stringify(toolbox).length).toBeGreaterThan(30_000);
  });

  it("are the same in any order of the manifest", () => {
    expect(chosenFor(toolbox.toReversed())).toEqual(chosenFor(toolbox));
  });

  it("are all of a small toolbox", () => {
    expect(chosenFor(toolbox.slice(-5))).toHaveLength(5);
  });
});
