import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createToolbox,
  fromPlannerInterface,
  openPlanwright,
  unwrapOrThrow,
  planRequest,
  toPlannerInterface,
} from "planwright";
import { formatReport, testPlanner } from "planwright/testing";
import { createRunbook } from "./runbook.ts";

// `fromPlannerInterface` makes it a planner for every part of the package; `toPlannerInterface` makes any planner one that
// keeps the contract's manners: bad input and what it throws become errors of the contract.
const careful = fromPlannerInterface(createRunbook((goal) => goal));
const careless = fromPlannerInterface(createRunbook((goal) => goal.toLowerCase()));

// 1. The kit asks in every way that must make no difference. Who plays with the letters of a name is found out.
const tool_manifest = [{ skill_id: "drain" }, { skill_id: "restart" }];
const cases = [{ name: "a restart", input: { agent_id: "ops", goal: "restart service Api-2", tool_manifest } }];
const bad = await testPlanner(toPlannerInterface(careless), cases);
const good = await testPlanner(toPlannerInterface(careful), cases);
console.log(formatReport(bad));
console.log(
  `and the careful one: ${good.checks.filter(({ verdict }) => verdict === "passed").length} of ${good.checks.length} passed`,
);
assert.deepEqual([bad.passed, good.passed], [false, true]);

// 2. Declared, it can be asked like a built-in one. A declaration that promises more than the planner does not start.
const declared = {
  id: "runbook",
  class: "example/runbook",
  determinism: "full",
  cost_model: { base_cents: 0 },
} as const;
const dataFolder = mkdtempSync(join(tmpdir(), "planwright-"));
const opened = unwrapOrThrow(await openPlanwright({ dataFolder, planners: [{ planner: careful, declared }] }));
const toolbox = [...createToolbox([{ name: "drain" }, { name: "restart" }]).values()];
const answer = await opened.planning.plan(
  "runbook",
  planRequest({ goal: "please restart the service Api-2", toolbox }),
);
assert("plan" in answer, "the runbook knows this one");
for (const step of answer.plan.steps) if (step.kind === "tool") console.log(step.id, step.tool, step.args);
await opened.stop();
