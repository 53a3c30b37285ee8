import assert from "node:assert/strict";
import { createPlanning, createToolbox, isPlannerError, planRequest, systemClock, validatePlan } from "planwright";

// Two tools, described as MCP describes them. Planning needs nothing else: no server, no key, no data folder.
const toolbox = createToolbox([
  {
    name: "quote_lookup",
    description: "Look up a quote by its number.",
    inputSchema: { type: "object", properties: { quote_id: { type: "string" } }, required: ["quote_id"] },
    outputSchema: { type: "object", properties: { vendor: { type: "string" }, total: { type: "number" } } },
    effect: "read",
  },
  {
    name: "send_email",
    description: "Send an email to a vendor.",
    inputSchema: {
      type: "object",
      properties: { to: { type: "string", description: "email address" }, subject: { type: "string" } },
      required: ["to"],
    },
    effect: "additive",
  },
]);

// 1. Words become a plan, and the planner says which words led to what.
const planning = createPlanning({ clock: systemClock });
const goal = "look up quote Q-0192";
const answer = await planning.plan("grammar", planRequest({ goal, toolbox: [...toolbox.values()] }));
assert(!isPlannerError(answer), "the grammar planner knows this request");
console.log(`goal: ${goal}`);
for (const step of answer.plan.steps)
  if (step.kind === "tool") console.log(`  ${step.id} ${step.tool} ${JSON.stringify(step.args)}`);
for (const { words, tool, param } of answer.reasons ?? [])
  console.log(`  "${words}" led to ${param === undefined ? tool : `${tool}.${param}`}`);
assert.equal(validatePlan(answer.plan, toolbox).ok, true);

// 2. A plan of a stranger is proved in the same way: every violation at once, with its place and a way out.
const theirs = {
  steps: [
    { id: "s1", kind: "tool", tool: "qoute_lookup", args: { quote_id: "Q-0192" } },
    { id: "s2", kind: "tool", tool: "quote_lookup", args: { quote: 192 }, dependsOn: ["s3"] },
    { id: "s3", kind: "tool", tool: "send_email", args: { to: "{{s2.vendr}}" }, dependsOn: ["s2"] },
  ],
};
const checked = validatePlan(theirs, toolbox);
assert(!checked.ok, "this plan must be refused");
console.log("\na plan with mistakes:");
for (const { code, pointer, message, hint } of checked.issues)
  console.log(`  ${code} at ${pointer}: ${message}${hint === undefined ? "" : ` (${hint})`}`);
const codes = checked.issues.map(({ code }) => code);
assert.deepEqual(codes, ["DEPENDENCY_CYCLE", "REFERENCE_PATH", "UNKNOWN_TOOL", "INVALID_ARGUMENTS"]);
