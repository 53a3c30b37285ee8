import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** A rule of a contract in one sentence, and the test that holds it: a file and a part of its source. */
type Rule = readonly [id: string, sentence: string, file: string, test: string];

// Each contract's rules, in the order of the contract. A rule without a test fails here.
const contracts: Readonly<Record<string, readonly Rule[]>> = {
  service: [
    [
      "1.request",
      "The request has session_id, message, context and timestamp.",
      "src/contracts/values.test.ts",
      "MISSING_FIELD",
    ],
    [
      "1.timestamp",
      "The timestamp is an ISO 8601 date and time.",
      "src/contracts/timestamp.test.ts",
      "20251201T000000Z",
    ],
    ["1.company", "Without company_id only generic tools appear.", "test/server/planning.test.ts", "company_id"],
    [
      "1.locale",
      "The locale changes wording, never structure.",
      "src/planners/surfaces/service.test.ts",
      "locale changes wording, never structure",
    ],
    [
      "1.payload",
      "The type of a step decides its payload.",
      "src/contracts/values.test.ts",
      "a wrong payload is reported inside the payload",
    ],
    [
      "1.version",
      "The version decides which steps there are.",
      "src/contracts/hostile.test.ts",
      "decides which steps there are",
    ],
    [
      "1.message",
      "Content and summary of a message are text.",
      "src/runs/runs.test.ts",
      "sends content and summary of a message as text",
    ],
    [
      "1.examples",
      "The examples of the contract pass unchanged.",
      "src/contracts/mapping.test.ts",
      "the contracts' own examples",
    ],
    [
      "1.company.ask",
      "A request that needs a company's tools and names none is answered with the question for it.",
      "test/server/planning.test.ts",
      "asks for the company where its tools would do it",
    ],
    [
      "1.rationale",
      "metadata.rationale says why the plan is as it is.",
      "test/server/planning.test.ts",
      "says in a sentence why the plan is as it is",
    ],
    [
      "1.failure",
      "The person gets a message when a step fails.",
      "test/server/runs.test.ts",
      "tells the person when a step fails",
    ],
    [
      "1.lookup",
      "A lookup names a declared query or endpoint, or the run is refused.",
      "test/server/runs.test.ts",
      "when the run is accepted",
    ],
    [
      "1.events",
      "The events of a step can be replayed by session.",
      "test/server/runs.test.ts",
      "replays the events of a step over the runs of its session",
    ],
    [
      "1.escalation",
      "A failed tool that escalates halts the run and asks an operator.",
      "src/runs/runs.test.ts",
      "finds the run paused, the rest skipped, and all that is needed to decide",
    ],
    ["1.safety", "A blocking safety step stops the plan before anything starts.", "src/runs/safety.test.ts", "block"],
    [
      "1.outage",
      "A model that fails is not reported as a missing tool.",
      "test/models/service.test.ts",
      "reaches the caller of POST /plan too",
    ],
  ],
  structured: [
    [
      "2.object",
      "A plan is exactly one object with exactly its fields.",
      "src/contracts/structured/validate-plan-payload.test.ts",
      "is refused after every single mutation",
    ],
    [
      "2.index",
      "Steps are step_1 to step_N, contiguous and ascending.",
      "src/contracts/structured/validate-plan-payload.test.ts",
      "STEP_ID_ORDER",
    ],
    [
      "2.count",
      "A requested number of steps is met exactly.",
      "src/planners/surfaces/structured.test.ts",
      "has exactly %d steps, and the validator agrees",
    ],
    [
      "2.count.languages",
      "Step counts are understood in digits and words.",
      "src/contracts/structured/step-count.test.ts",
      "写一个3步计划",
    ],
    [
      "2.dependencies",
      "Dependencies name earlier, declared steps.",
      "src/contracts/structured/validate-plan-payload.test.ts",
      "FORWARD_DEPENDENCY",
    ],
    [
      "2.whitelist",
      "Only allowed tools are used.",
      "src/contracts/structured/validate-plan-payload.test.ts",
      "takes another whitelist",
    ],
    [
      "2.fallback",
      "An unavailable tool becomes a documented downgrade.",
      "src/planners/surfaces/structured.test.ts",
      "falls back to echo_tool and documents the downgrade",
    ],
    ["2.instructions", "Instructions about steps are obeyed.", "src/planners/surfaces/structured.test.ts", "obeys %j"],
    [
      "2.arguments",
      "Arguments that do not fit the tool fail.",
      "src/planners/surfaces/structured.test.ts",
      "the tool does not accept the arguments",
    ],
    [
      "2.references",
      "A drifted reference is an issue.",
      "src/contracts/structured/validate-plan-payload.test.ts",
      "a drifted reference",
    ],
    [
      "2.partial",
      "Degraded steps make the task PARTIAL.",
      "src/runs/runs.test.ts",
      "is PARTIAL where a step stands in",
    ],
    [
      "2.determinism",
      "Identical input gives identical output.",
      "test/byte-identity.test.ts",
      "gives the same bytes over",
    ],
  ],
  actions: [
    [
      "3.rule1",
      "What mutates becomes a Draft.",
      "src/drafts/gate/gate.test.ts",
      "rule 1: what mutates becomes a Draft",
    ],
    ["3.rule2", "What only reads runs at once.", "src/drafts/gate/gate.test.ts", "rule 2"],
    ["3.rule3", "Ambiguity needs a pick list.", "src/drafts/gate/gate.test.ts", "rule 3"],
    ["3.rule4", "Bulk needs a second confirmation.", "src/drafts/gate/gate.test.ts", "rule 4"],
    ["3.rule5", "Arguments pass schema and business validation.", "src/drafts/gate/gate.test.ts", "rule 5"],
    [
      "3.shape",
      "Plan, entities, actions, questions and risks have their fields.",
      "src/contracts/mapping.test.ts",
      "actions",
    ],
    [
      "3.rule5.listed",
      "The team of a new issue is one that the tracker lists.",
      "test/drafts/life.test.ts",
      "rule 5 looks up the values a tool lists",
    ],
    [
      "3.creation",
      "A plain creation has a key of its own Draft.",
      "test/drafts/life.test.ts",
      "a plain creation has a key of its own Draft",
    ],
    [
      "3.retry",
      "A partly failed Apply stays retriable and never repeats what succeeded.",
      "test/drafts/life.test.ts",
      "rebuilding text that was applied in part plans nothing again",
    ],
    [
      "3.unknown",
      "An unknown outcome is settled by reading back, never by blind resending.",
      "src/runs/effects.test.ts",
      "of a call whose answer was lost are read back: done",
    ],
    ["3.keys", "Effect keys are deterministic.", "src/contracts/actions/callback.test.ts", "effect keys"],
    [
      "3.callback",
      "Button data is versioned and at most 64 bytes.",
      "src/contracts/actions/callback.test.ts",
      "within Telegram's 64 bytes",
    ],
  ],
  determinism: [
    [
      "4.full",
      "A full planner gives identical bytes for identical input.",
      "test/byte-identity.test.ts",
      "gives the same bytes over",
    ],
    [
      "4.time",
      "Time is an input, or the answer is not deterministic.",
      "test/server/planning.test.ts",
      "depends on the clock, unless the time is given",
    ],
    [
      "4.clock",
      "A deterministic plan does not depend on the clock.",
      "src/testing/planner-kit/checks.ts",
      "clock_independent",
    ],
    [
      "4.hash",
      "The input hash follows the contract's vectors.",
      "test/canonical-reference.test.ts",
      "hold the five hashes the determinism contract was given with",
    ],
    [
      "4.hash.alone",
      "plan_input_hash can be had without planning.",
      "test/server/planning.test.ts",
      "gives plan_input_hash on its own, without planning",
    ],
    ["4.numbers", "Numbers that cannot be kept exactly are refused.", "src/plan/json-text.test.ts", "INEXACT_NUMBER"],
    ["4.keys", "Reserved keys are kept as data.", "src/contracts/hostile.test.ts", "are data in free objects"],
    [
      "4.errors",
      "A planner returns structured errors and never throws.",
      "src/planners/safe-planner.test.ts",
      "names every violation of an invalid plan in the details",
    ],
    [
      "4.errors.http",
      "Errors keep code, message, retryable and details over HTTP.",
      "test/models/service.test.ts",
      "is a planner error with contract 4",
    ],
    [
      "4.retry",
      "Only transient errors are retried, up to retry_count.",
      "src/runs/phase-of.test.ts",
      "a transient failure is retried under any policy",
    ],
    [
      "4.registry",
      "The registry is keyed by id, with class, mode and cost.",
      "test/server/planning.test.ts",
      "PlannerRegistry.parse(list)",
    ],
    [
      "4.version",
      "The version changes with the rules.",
      "test/golden-plans.test.ts",
      "has the digest of its rules and words",
    ],
    [
      "4.replay",
      "A replay names another planner version.",
      "test/golden-plans.test.ts",
      "says that the plan was made by another one",
    ],
  ],
  react: [
    [
      "5.limits",
      "Each limit stops the loop with its own code.",
      "test/react/guarantees.test.ts",
      "obey timeout_seconds for the whole of the loop",
    ],
    ["5.steps", "max_steps is obeyed.", "test/react/guarantees.test.ts", "obey max_steps"],
    [
      "5.toolset",
      "Only listed tools are used.",
      "test/react/guarantees.test.ts",
      "only tools listed in the toolset are used",
    ],
    [
      "5.invented",
      "An invented tool never reaches the router.",
      "test/react/guarantees.test.ts",
      "never reaches the router",
    ],
    [
      "5.trace",
      "Every tool call and reasoning step is in the trace.",
      "test/react/guarantees.test.ts",
      "is in the trace",
    ],
    [
      "5.goal",
      "The goal is expanded from the template and the context.",
      "test/agents/triggers.test.ts",
      "fills in the goal, with the state and the time",
    ],
    [
      "5.goal.load",
      "A template is checked when the profile is loaded.",
      "test/agents/triggers.test.ts",
      "is refused at load",
    ],
    ["5.events", "Envelopes of events are unwrapped.", "test/agents/triggers.test.ts", "is unwrapped from %s"],
    [
      "5.cron",
      "A clock that was ahead does not silence a time trigger.",
      "test/agents/triggers.test.ts",
      "a time trigger after the clock was ahead",
    ],
    [
      "5.quotas",
      "Quotas and intervals are enforced.",
      "test/agents/quotas.test.ts",
      "are never passed, by two daemons that work at once",
    ],
    [
      "5.autonomy",
      "The autonomy level bounds what a run may do.",
      "test/agents/autonomy.test.ts",
      "becomes a Draft of its owner with an expiry, which the run does not wait for",
    ],
  ],
};

describe.each(Object.entries(contracts))("contract %s", (_, rules) => {
  it("names each rule once", () => {
    const ids = rules.map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(rules.map((rule) => [...rule]))("%s: %s", (_id, _sentence, file, test) => {
    expect(readFileSync(resolve(import.meta.dirname, "..", file), "utf8")).toContain(test);
  });
});
