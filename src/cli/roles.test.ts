import { describe, expect, it } from "vitest";
import { rolesOf } from "./roles.ts";

describe("roles", () => {
  it.each([
    ["api, planner", ["api", "planner"]],
    ["orion-planner-react", ["planner", "worker"]],
    ["orion-planner-react,router,worker", ["planner", "worker", "router"]],
  ])("%s", (words, roles) => expect([...rolesOf(words)]).toEqual(roles));

  it("that are none are refused with a hint", () => {
    expect(() => rolesOf("planer")).toThrow('there is no role "planer"');
    expect(() => rolesOf("planer")).toThrow("Did you mean planner?");
  });
});
