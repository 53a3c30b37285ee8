import { describe, expect, it } from "vitest";
import { backgroundRolesOf, rolesNote, parseRoles } from "./roles.ts";

describe("roles", () => {
  it.each([
    ["api, planner", ["api", "planner"]],
    ["orion-planner-react", ["planner", "worker"]],
    ["orion-planner-react,router,worker", ["planner", "worker", "router"]],
  ])("%s", (words, roles) => expect([...parseRoles(words)]).toEqual(roles));

  it.each([
    ["api,planner,router", []],
    ["worker", ["work", "bot"]],
    ["orion-agent-daemon", ["agents"]],
    ["api,planner,router,daemon,worker", ["work", "bot", "agents"]],
  ])("%s come with the duties %j", (words, duties) =>
    expect([...backgroundRolesOf(parseRoles(words))]).toEqual(duties),
  );

  it.each([
    ["api,planner,router,daemon,worker", false, undefined],
    ["api", false, "must use this machine and folder"],
    ["daemon", true, "processes with the role worker do"],
    ["worker", true, undefined],
  ])("%s with a store that shares work %j: %s is said", (words, sharesWork, said) => {
    const note = rolesNote(parseRoles(words), { sharesWork });
    if (said === undefined) expect(note).toBeUndefined();
    else expect(note).toContain(said);
  });

  it("that do not exist are refused with a hint", () => {
    expect(() => parseRoles("planer")).toThrow('there is no role "planer"');
    expect(() => parseRoles("planer")).toThrow("Did you mean planner?");
  });
});
