// Types of the public entry: this file is checked, never run. A line that must not compile is marked; a marked line that
// compiles after all is an error of its own.
import { expectTypeOf } from "vitest";
import {
  createPlanning,
  createStubPlanner,
  createToolbox,
  isPlannerError,
  type Issue,
  type Plan,
  type PlannedAnswer,
  type PlannerError,
  type PlannerInterface,
  planRequest,
  systemClock,
  toPlannerInterface,
  validatePlan,
} from "./index.ts";

const planning = createPlanning({ clock: systemClock });
const toolbox = [...createToolbox([{ name: "echo" }]).values()];
const answer = await planning.plan("grammar", planRequest({ goal: "x", toolbox }), new AbortController().signal);

// An answer is a plan or an error, and the guard parts the two.
if (isPlannerError(answer)) expectTypeOf(answer).toEqualTypeOf<PlannerError>();
else expectTypeOf(answer).toEqualTypeOf<PlannedAnswer>();

// A proof is the plan or its issues, never both.
const proof = validatePlan({});
if (proof.ok) expectTypeOf(proof.value).toEqualTypeOf<Plan>();
else expectTypeOf(proof.issues).toEqualTypeOf<Issue[]>();

// Contract 4 is spoken in its own words.
const theirs: PlannerInterface = toPlannerInterface(createStubPlanner());
expectTypeOf(theirs.get_determinism_mode()).toEqualTypeOf<"full" | "structural" | "none">();
void theirs.plan({ agent_id: "a", goal: "x" }, { signal: new AbortController().signal, clock: systemClock });

// @ts-expect-error a request without tools leaves the choice open
planRequest({ goal: "x" });
// @ts-expect-error the contract's input has no camel case
void theirs.plan({ agentId: "a", goal: "x" }, { signal: new AbortController().signal, clock: systemClock });
// @ts-expect-error a plan has steps, not a list of its own
const wrong: Plan = [];
void wrong;
