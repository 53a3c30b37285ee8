import { compact } from "../../../src/plan/compact.ts";
import * as fc from "fast-check";
import type { RequestContext, PlanRequest } from "../../../src/contracts/service/plan-request.ts";
import type { PlanResponse, ServiceVersion } from "../../../src/contracts/service/plan-response.ts";
import type { PlannerStep } from "../../../src/contracts/service/planner-step.ts";
import type { JsonObject } from "../../../src/plan/json.ts";
import { earlier, picks } from "./graph.ts";
import { fields, jsonObject, text, timestamp, word } from "./json.ts";

export const planRequest = (): fc.Arbitrary<PlanRequest> =>
  fields<PlanRequest>(
    {
      session_id: fc.maxSafeInteger(),
      message: text(1),
      context: fields<RequestContext>(
        { company_id: fc.integer(), user_id: fc.integer(), locale: fc.constantFrom("en-US", "ru") },
        ["company_id", "user_id", "locale"],
      ),
      timestamp: timestamp(),
    },
    ["timestamp"],
  );

type Seed = { type: PlannerStep["type"]; picks: number[]; words: string[]; values: JsonObject; flag: boolean };

const seed = (types: readonly PlannerStep["type"][]): fc.Arbitrary<Seed> =>
  fc.record({
    type: fc.constantFrom(...types),
    picks: picks(),
    words: fc.array(word(), { minLength: 4, maxLength: 4 }),
    values: jsonObject(),
    flag: fc.boolean(),
  });

const types: Record<ServiceVersion, readonly PlannerStep["type"][]> = {
  "0.1": ["tool", "message", "lookup"],
  "0.2": ["tool", "message", "lookup", "action"],
  "0.3": ["tool", "message", "lookup", "action", "safety"],
};

/** A valid response: ids `step-1…`, earlier dependencies only, references only to results of dependencies. */
export const planResponse = (version: ServiceVersion = "0.1"): fc.Arbitrary<PlanResponse> =>
  fc
    .record({
      session_id: fc.maxSafeInteger(),
      seeds: fc.array(seed(types[version]), { minLength: 1, maxLength: 5 }),
      model: word(),
      rationale: fc.option(text(), { nil: undefined }),
    })
    .map(({ session_id, seeds, model, rationale }) => {
      const steps = seeds.map((one, at) => toStep(one, at, seeds));
      const metadata = compact({ model, rationale, version });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the seed types match the version
      return { session_id, steps, metadata } as PlanResponse;
    });

function toStep(seed: Seed, at: number, seeds: readonly Seed[]): PlannerStep {
  const [description = "", name = "", query = "", note = ""] = seed.words;
  const depends = earlier(seed.picks, at);
  const referred = depends.filter((place) => keyOf(seeds[place], place) !== undefined);
  const values: JsonObject = {
    ...seed.values,
    ...Object.fromEntries(referred.map((place) => [`from_${place}`, `{{results.${keyOf(seeds[place], place)}}}`])),
  };
  const fields = { id: `step-${at + 1}`, description, depends_on: depends.map((place) => `step-${place + 1}`) };
  const key = keyOf(seed, at);
  const named = key === undefined ? {} : { result_key: key };
  switch (seed.type) {
    case "tool": {
      const payload = { tool_name: name, arguments: values, ...named, escalate_on_failure: seed.flag };
      return { ...fields, type: "tool", payload };
    }
    case "message": {
      const summary = seed.flag ? { summary: note } : {};
      return {
        ...fields,
        type: "message",
        payload: { channel: "assistant", content: query, ...summary, metadata: values },
      };
    }
    case "lookup":
      return { ...fields, type: "lookup", payload: { query, target: "database", filters: values, ...named } };
    case "action": {
      const conversation = seed.flag ? { conversation_id: note } : {};
      const payload = {
        action_name: name,
        parameters: values,
        execution_mode: "manual",
        ...named,
        ...conversation,
      } as const;
      return { ...fields, type: "action", payload };
    }
    case "safety": {
      const payload = {
        check_name: name,
        severity: "warn" as const,
        policy_tags: [note],
        detected_issues: [],
        requires_manual_review: seed.flag,
        ...(seed.flag && at > 0 && { resolution: query, fallback_step: "step-1" }),
      };
      return { ...fields, type: "safety", payload };
    }
    default:
      return seed.type satisfies never;
  }
}

function keyOf(seed: Seed | undefined, at: number): string | undefined {
  if (seed === undefined || seed.type === "message" || seed.type === "safety") return undefined;
  return seed.flag ? `${seed.words[3]}_${at}` : undefined;
}
