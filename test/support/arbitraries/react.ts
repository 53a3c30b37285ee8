import * as fc from "fast-check";
import {
  type Goal,
  type Limits,
  type PlanReactRequest,
  type ReactTool,
  Caller,
  GoalType,
  Style,
} from "../../../src/contracts/react/plan-react.ts";
import type { Observation, Trace } from "../../../src/contracts/react/trace.ts";
import {
  type EventConditions,
  OverlapPolicy,
  StateOperator,
  type Triggers,
} from "../../../src/contracts/react/trigger.ts";
import { fields, json, jsonObject, text, word } from "./json.ts";

const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 });

const observation = (): fc.Arbitrary<Observation> =>
  fc.oneof(
    json().map((output) => ({ ok: true as const, output })),
    fields({ code: word(), message: text() }).map((error) => ({ ok: false as const, error })),
  );

/** Turns numbered from 0; some only think, some hide the thought. */
export const trace = (): fc.Arbitrary<Trace> =>
  fc
    .array(
      fc.record({
        thought: fc.option(text()),
        action: fc.option(fields({ tool_id: word(), input: jsonObject() })),
        observation: fc.option(observation()),
      }),
      { maxLength: 6 },
    )
    .map((turns) => turns.map((turn, step_index) => ({ step_index, ...turn })));

const goal = (): fc.Arbitrary<Goal> =>
  fields<Goal>({
    type: fc.constantFrom(...GoalType.options),
    description: text(1),
    metadata: fc.record({ tags: few(word()), anything: json() }, { requiredKeys: [], noNullPrototype: true }),
  });

const limits = (): fc.Arbitrary<Limits> =>
  fields<Limits>({
    max_steps: fc.integer({ min: 1, max: 64 }),
    max_tokens_reason: fc.integer({ min: 1, max: 9999 }),
    max_tokens_answer: fc.integer({ min: 1, max: 9999 }),
    timeout_seconds: fc.integer({ min: 1, max: 600 }),
  });

const tool = (): fc.Arbitrary<ReactTool> =>
  fields<ReactTool>({ tool_id: word(), description: text(), input_schema: jsonObject(), output_schema: fc.boolean() }, [
    "description",
    "input_schema",
    "output_schema",
  ]);

export const planReactRequest = (): fc.Arbitrary<PlanReactRequest> =>
  fields<PlanReactRequest>(
    {
      request_id: word(),
      caller: fc.constantFrom(...Caller.options),
      goal: goal(),
      context: fc.record(
        {
          conversation_history: few(fields({ role: fc.constantFrom("user", "assistant", "system"), content: text() })),
          anything: json(),
        },
        { noNullPrototype: true },
      ),
      toolset: few(tool()),
      limits: limits(),
      preferences: fc.record(
        {
          style: fc.constantFrom(...Style.options),
          allow_internal_thought_logging: fc.boolean(),
          return_trace: fc.boolean(),
          experiment: json(),
        },
        { noNullPrototype: true },
      ),
    },
    ["request_id"],
  );

const scalar = () => fc.oneof(word(), fc.integer(), fc.boolean(), fc.constant(null));

export const eventConditions = (): fc.Arbitrary<EventConditions> =>
  fc
    .tuple(
      fc.dictionary(
        word().map((name) => `min_${name}`),
        fc.integer(),
        { maxKeys: 2, noNullPrototype: true },
      ),
      fc.dictionary(
        word().map((name) => `is_${name}`),
        fc.oneof(
          scalar(),
          fc.array(scalar(), { minLength: 1, maxLength: 3 }).map((values) => ({ in: values })),
          fc.boolean().map((exists) => ({ exists })),
        ),
        { maxKeys: 2, noNullPrototype: true },
      ),
    )
    .map(([bounds, tests]) => ({ ...bounds, ...tests }));

const overlap = fc.constantFrom(...OverlapPolicy.options);
const catchup = fc.constantFrom("none" as const, "latest" as const, "all" as const);
const eventCatchup = fc.constantFrom("none" as const, "all" as const);

export const triggers = (): fc.Arbitrary<Triggers> =>
  fields<Triggers>({
    time: few(
      fields({
        cron: fc.constantFrom("0 2 * * *", "*/5 9-17 * * 1-5"),
        timezone: fc.constant("UTC"),
        overlap,
        catchup,
      }),
    ),
    events: few(fields({ channel: word(), conditions: eventConditions(), overlap, catchup: eventCatchup })),
    state: few(
      fields({
        selector: fc.array(word(), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(".")),
        op: fc.constantFrom(...StateOperator.options),
        value: fc.oneof(fc.integer(), word(), fc.boolean()),
        overlap,
      }),
    ),
  });
