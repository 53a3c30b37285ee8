import { structuredExamples } from "../../contracts/structured/examples.ts";
import { StructuredPlan } from "../../contracts/structured/plan.ts";
import type { Json } from "../../plan/json.ts";
import { structuredMutations } from "./structured-mutations.ts";
import { fieldOf, stepsOf } from "./contracts.ts";
import { describeViolation, isAbsent } from "./endpoint.ts";
import { absent, type Guarantee, post, runToEnd } from "./guarantee.ts";

export const structuredGuarantees: readonly Guarantee[] = [
  {
    contract: "structured",
    endpoint: "POST /plan/validate",
    check: "finds every kind of invalid plan",
    async findViolation(ask) {
      const plan = StructuredPlan.parse(structuredExamples.plan);
      for (const { name, document } of structuredMutations(plan)) {
        const asked = { contract: "structured", plan: document, step_count: plan.steps.length };
        const reply = await post(ask, "/plan/validate", asked);
        if (isAbsent(reply)) return absent;
        if (fieldOf(reply.json, "valid") !== false)
          return describeViolation(document, reply, `${name} must not be valid`);
      }
      return undefined;
    },
  },
  {
    contract: "structured",
    endpoint: "POST /plan/validate",
    check: "accepts references to a step, its output and a field, and refuses drifted ones",
    async findViolation(ask) {
      for (const [text, isValid] of references) {
        const plan = planWithText(text);
        const reply = await post(ask, "/plan/validate", { contract: "structured", plan });
        if (isAbsent(reply)) return absent;
        if (fieldOf(reply.json, "valid") !== isValid)
          return describeViolation(plan, reply, `${text} must ${isValid ? "" : "not "}be valid`);
      }
      return undefined;
    },
  },
  {
    contract: "structured",
    endpoint: "POST /plan/structured",
    check: "documents the downgrade of a tool that is not available",
    async findViolation(ask) {
      const reply = await post(ask, "/plan/structured", downgradedGoal);
      if (isAbsent(reply)) return absent;
      const isDocumented = stepsOf(reply.json).some(
        (step) =>
          fieldOf(fieldOf(step, "tool"), "name") === "echo_tool" &&
          [fieldOf(step, "description"), fieldOf(step, "deliverable")].every(namesIt),
      );
      const wrong = `a step must use echo_tool, and name ${missing} in its description and deliverable`;
      return isDocumented ? undefined : describeViolation(downgradedGoal, reply, wrong);
    },
  },
  {
    contract: "structured",
    endpoint: "POST /runs",
    check: "marks a downgraded step as degraded and the task as PARTIAL",
    async findViolation(ask) {
      const { json: plan } = await post(ask, "/plan/structured", downgradedGoal);
      const reply = await runToEnd(ask, plan);
      if (isAbsent(reply)) return absent;
      const rows = fieldOf(reply.json, "results");
      const isMarked =
        fieldOf(fieldOf(reply.json, "run"), "task_status") === "PARTIAL" &&
        Array.isArray(rows) &&
        rows.some((row) => fieldOf(row, "degraded") === true && fieldOf(row, "degraded_from") === missing);
      return isMarked ? undefined : describeViolation(plan, reply, `must be PARTIAL, degraded from ${missing}`);
    },
  },
];

const missing = "no_such_tool";
const namesIt = (text: Json | undefined): boolean => typeof text === "string" && text.includes(missing);
const downgradedGoal = { goal: `call ${missing}` };

const references: readonly (readonly [text: string, isValid: boolean])[] = [
  ["$step_1", true],
  ["$step_1.output", true],
  ["$step_1.output.now_utc", true],
  ["At $step_1.output.now_utc", true],
  ["$step_1.output.no_such_field", false],
  ["step_1.output.now_utc", false],
  ["$step_3.output.echo", false],
];

/** A plan whose second step depends on the first and says this text. */
function planWithText(text: string) {
  const { steps, ...plan } = StructuredPlan.parse(structuredExamples.plan);
  const [first, second] = steps;
  return { ...plan, steps: [first, { ...second, tool: { name: "echo_tool", args: { text } } }] };
}
