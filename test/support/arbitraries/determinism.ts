import * as fc from "fast-check";
import type { SkillPlan, SkillPlanMetadata, SkillStep } from "../../../src/contracts/determinism/plan.ts";
import {
  PlannerErrorCode,
  type PlannerError,
  type PlannerInput,
  type PlannerOutput,
} from "../../../src/contracts/determinism/planner.ts";
import { earlier, picks } from "./graph.ts";
import { fields, jsonObject, text, timestamp, word } from "./json.ts";

const metadata = (): fc.Arbitrary<SkillPlanMetadata> =>
  fields<SkillPlanMetadata>(
    {
      planner: word(),
      planner_version: fc.constantFrom("1.0.0", "2.3.4"),
      model: word(),
      input_tokens: fc.nat(),
      output_tokens: fc.nat(),
      cost_cents: fc.nat(),
      generated_at: timestamp(),
      deterministic: fc.boolean(),
    },
    [
      "planner",
      "planner_version",
      "model",
      "input_tokens",
      "output_tokens",
      "cost_cents",
      "generated_at",
      "deterministic",
    ],
  );

const seed = () =>
  fc.record({
    picks: picks(),
    skill: word(),
    params: jsonObject(),
    on_error: fc.constantFrom("abort", "continue", "retry"),
    retry_count: fc.nat(100),
    output_key: fc.option(word(), { nil: undefined }),
  });
type Seed = ReturnType<typeof seed> extends fc.Arbitrary<infer T> ? T : never;

/** A valid plan: ids `s1…`, earlier dependencies only, references by id or output key to dependencies only. */
export const skillPlan = (): fc.Arbitrary<SkillPlan> =>
  fc
    .tuple(fc.array(seed(), { minLength: 1, maxLength: 5 }), metadata())
    .map(([seeds, facts]) => ({ steps: seeds.map((one, at) => toStep(one, at, seeds)), metadata: facts }));

function toStep(seed: Seed, at: number, seeds: readonly Seed[]): SkillStep {
  const depends = earlier(seed.picks, at);
  const references = depends.map((place) => [`from_${place}`, `{{${nameOf(seeds[place], place)}.value}}`]);
  return {
    step_id: `s${at + 1}`,
    skill: seed.skill,
    params: { ...seed.params, ...Object.fromEntries(references) },
    depends_on: depends.map((place) => `s${place + 1}`),
    on_error: seed.on_error,
    retry_count: seed.retry_count,
    ...(seed.output_key !== undefined && { output_key: nameOf(seed, at) }),
  };
}

/** Output keys are numbered, so that no two steps share one. */
function nameOf(seed: Seed | undefined, at: number): string {
  return seed?.output_key === undefined ? `s${at + 1}` : `${seed.output_key}_${at}`;
}

export const plannerInput = (): fc.Arbitrary<PlannerInput> =>
  fields<PlannerInput>(
    {
      agent_id: word(),
      goal: text(),
      context_summary: fc.option(text()),
      memory_snippets: fc.option(fc.array(jsonObject(), { maxLength: 2 })),
      tool_manifest: fc.option(fc.array(jsonObject(), { maxLength: 2 })),
    },
    ["context_summary", "memory_snippets", "tool_manifest"],
  );

export const plannerOutput = (): fc.Arbitrary<PlannerOutput> =>
  fc.record({ plan: skillPlan(), metadata: jsonObject(), deterministic: fc.boolean() }, { noNullPrototype: true });

export const plannerError = (): fc.Arbitrary<PlannerError> =>
  fc.record(
    {
      code: fc.constantFrom(...PlannerErrorCode.options),
      message: text(1),
      retryable: fc.boolean(),
      details: jsonObject(),
    },
    { noNullPrototype: true },
  );
