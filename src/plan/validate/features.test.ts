import { planOf, ruleTable, searchStep, toolStep } from "../../../test/support/rule-table.ts";
import { createSurface } from "../surface.ts";

const bare = { surface: createSurface("bare", "tool steps") };
const none = { surface: createSurface("empty") };
const message = { id: "m", kind: "message", channel: "user", content: "" };
const lookup = { id: "l", kind: "lookup", query: "", target: "api" };
const action = { id: "a", kind: "action", action: "x", mode: "sync" };
const safety = { id: "s", kind: "safety", check: "x", severity: "info" };
const at = (place: string): string => `NOT_EXPRESSIBLE /steps/${place}`;

ruleTable("what a surface carries", [
  ["everything without a surface", planOf(message, lookup, action, safety, toolStep("t", { resultKey: "k" })), []],
  ["a tool step", planOf(toolStep("t")), [], bare],
  ["no tool step", planOf(toolStep("t")), [at("0/kind")], none],
  ["no message", planOf(toolStep("t"), message), [at("1/kind")], bare],
  ["no lookup", planOf(lookup), [at("0/kind")], bare],
  ["no action", planOf(action), [at("0/kind")], bare],
  ["no safety check", planOf(safety), [at("0/kind")], bare],
  ["no result keys", planOf(toolStep("t", { resultKey: "k" })), [at("0/resultKey")], bare],
  [
    "no conditions or references",
    planOf(searchStep("t"), toolStep("u", { dependsOn: ["t"], when: { value: "{{t.count}}", is: "present" } })),
    [at("1/when"), at("1/when/value")],
    bare,
  ],
  [
    "no iterations",
    planOf(searchStep("t"), toolStep("u", { dependsOn: ["t"], forEach: { over: "{{t.items}}" } })),
    [at("1/forEach")],
    { surface: createSurface("flat", "tool steps", "references") },
  ],
  [
    "no references",
    planOf(searchStep("t"), toolStep("u", { dependsOn: ["t"], args: { a: ["{{t.count}}"] } })),
    [at("1/args/a/0")],
    bare,
  ],
  [
    "a kind nobody knows is the shape's business",
    planOf({ id: "x", kind: "toString" }),
    ["INVALID_VALUE /steps/0/kind"],
    bare,
  ],
]);
