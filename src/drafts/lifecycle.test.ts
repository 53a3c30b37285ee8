import { describe, expect, it } from "vitest";
import { type DraftAct, type DraftState, lifecycle } from "./lifecycle.ts";

const acts = Object.keys(lifecycle) as DraftAct[];
const states: DraftState[] = [
  "asking",
  "menu",
  "picking",
  "refining",
  "ready",
  "stale",
  "applying",
  "APPLIED",
  "CANCELLED",
  "EXPIRED",
];

describe("the life of a Draft", () => {
  it("rules on every act in every state", () => {
    for (const act of acts) expect(Object.keys(lifecycle[act]).toSorted(), act).toEqual(states.toSorted());
  });

  it("starts a run only from a Draft that is ready", () => {
    for (const act of ["apply", "confirm"] as const)
      expect(states.filter((state) => lifecycle[act][state] === "do")).toEqual(["ready"]);
  });

  it.each(acts.filter((act) => act !== "cancel"))("leaves a Draft that is being applied alone: %s", (act) => {
    expect(["show", "being_applied"]).toContain(lifecycle[act].applying);
  });

  it("changes nothing after a Draft was applied", () => {
    expect(acts.map((act) => lifecycle[act].APPLIED)).toEqual(acts.map(() => "closed"));
  });

  it("takes nothing but a rebuild once it has expired or was cancelled", () => {
    for (const state of ["EXPIRED", "CANCELLED"] as const)
      expect(acts.filter((act) => lifecycle[act][state] === "do")).toEqual(["rebuild"]);
  });
});
