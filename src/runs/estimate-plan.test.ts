import { expect, it } from "vitest";
import { planOf } from "../../test/support/runs-world.ts";
import { createFakeVerbs } from "../testing/fake-verbs.ts";
import { estimatePlan } from "./estimate-plan.ts";

const run = () => null;
const verbs = createFakeVerbs({ find: { run, costMicroCents: 100 }, free: { run, costMicroCents: 0 }, mail: { run } });
const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });
const cost = (...steps: object[]) => estimatePlan(planOf(steps), verbs, "acme");

it.each([
  ["a step counts once", [tool("a", "find"), tool("b", "free")], [100, 100]],
  ["retries count at most", [tool("a", "find", { onError: "retry", retries: 3 })], [100, 400]],
  [
    "a condition may skip a step",
    [tool("a", "find"), tool("b", "find", { when: { value: "{{a.x}}", is: "present" } })],
    [100, 200],
  ],
  [
    "a list may be empty or full",
    [tool("a", "find"), tool("b", "find", { forEach: { over: "{{a.x}}", limit: 10 } })],
    [100, 1100],
  ],
  ["only the items taken count", [tool("b", "find", { forEach: { over: "{{a.x}}", take: 3 } })], [0, 300]],
  ["messages are free", [{ id: "m", kind: "message", channel: "assistant", content: "hi" }], [0, 0]],
] as const)("%s", (_, steps, [least, most]) => {
  expect(cost(...steps)).toEqual({ least_micro_cents: least, most_micro_cents: most, unpriced: [] });
});

it("names tools without a price instead of calling them free", () => {
  expect(cost(tool("a", "find"), tool("b", "mail"), tool("c", "mail"))).toEqual({
    least_micro_cents: 100,
    most_micro_cents: 100,
    unpriced: ["mail"],
  });
});
