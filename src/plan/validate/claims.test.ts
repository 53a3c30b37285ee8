import { planOf, ruleTable, toolStep } from "../../../test/support/rule-table.ts";
import { createToolbox } from "../tool-spec.ts";

const claim = (tool: string, effect: unknown): object => planOf(toolStep("s1", { tool, effect: { class: effect } }));
const at = "EFFECT_UNDERSTATED /steps/0/effect/class";
const toolbox = createToolbox([
  { name: "read", effect: "read" },
  { name: "additive", effect: "additive" },
  { name: "destructive", effect: "destructive" },
  { name: "unknown", effect: "unknown" },
]);
const tools = { toolbox };

ruleTable("claims about effects", [
  ...["read", "additive", "destructive", "unknown"].map(
    (word) => [`${word} as it is`, claim(word, word), [], tools] as const,
  ),
  ["more than it does", claim("read", "destructive"), [], tools],
  ["additive that may be anything", claim("unknown", "additive"), [], tools],
  ["left open", claim("destructive", "unknown"), [], tools],
  ["none", planOf(toolStep("s1", { tool: "destructive" })), [], tools],
  ["reading, yet adding", claim("additive", "read"), [at], tools],
  ["reading, yet destroying", claim("destructive", "read"), [at], tools],
  ["reading, yet unknown", claim("unknown", "read"), [at], tools],
  ["adding, yet destroying", claim("destructive", "additive"), [at], tools],
  [
    "in the second step",
    planOf(toolStep("a", { tool: "read" }), toolStep("b", { tool: "additive", effect: { class: "read" } })),
    ["EFFECT_UNDERSTATED /steps/1/effect/class"],
    tools,
  ],
  ["of a tool nobody knows", claim("ghost", "read"), ["UNKNOWN_TOOL /steps/0/tool"], tools],
  [
    "in a strange word, which is the shape's business",
    claim("destructive", "toString"),
    ["INVALID_VALUE /steps/0/effect/class"],
    tools,
  ],
]);

const plan = (intent: string, ...used: string[]): object => ({
  intent,
  ...planOf(...used.map((tool, k) => toolStep(`s${k}`, { tool }))),
});
ruleTable("claims about the whole plan", [
  ["a query that reads", plan("query", "read", "read"), [], tools],
  ["a query of nothing", plan("query"), [], tools],
  ["a mutation that writes", plan("mutate", "destructive"), [], tools],
  ["a mutation that reads", plan("mutate", "read"), [], tools],
  ["a query that adds", plan("query", "additive"), ["INTENT_UNDERSTATED /intent"], tools],
  ["a query that destroys", plan("query", "destructive"), ["INTENT_UNDERSTATED /intent"], tools],
  ["a query of unknown effect", plan("query", "unknown"), ["INTENT_UNDERSTATED /intent"], tools],
  ["a query whose second step writes", plan("query", "read", "additive"), ["INTENT_UNDERSTATED /intent"], tools],
  ["two writers are one issue", plan("query", "additive", "destructive"), ["INTENT_UNDERSTATED /intent"], tools],
  ["a tool nobody knows is another issue", plan("query", "ghost"), ["UNKNOWN_TOOL /steps/0/tool"], tools],
]);
