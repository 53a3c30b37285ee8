import { expectTypeOf } from "vitest";
import type { Json, JsonObject } from "../plan/json.ts";
import {
  type actions,
  type CheckResult,
  type determinism,
  type ErrorCode,
  type MappingResult,
  type Plan,
  type Problem,
  problemOf,
  type react,
  service,
} from "./index.ts";

// What a caller of `planwright/contracts` relies on; tsc checks this file, nothing runs it.

expectTypeOf<service.PlanRequest>().toEqualTypeOf<{
  session_id: number;
  message: string;
  context: {
    company_id?: number | null | undefined;
    user_id?: number | null | undefined;
    locale?: string | null | undefined;
  };
  timestamp?: string | undefined;
}>();

// The type of a step decides its payload.
type StepOf<T extends service.PlannerStep["type"]> = Extract<service.PlannerStep, { type: T }>;
expectTypeOf<service.PlannerStep["type"]>().toEqualTypeOf<"tool" | "message" | "lookup" | "action" | "safety">();
expectTypeOf<service.PlannerStep01["type"]>().toEqualTypeOf<"tool" | "message" | "lookup">();
expectTypeOf<StepOf<"tool">["payload"]>().toEqualTypeOf<service.ToolStepPayload>();
expectTypeOf<StepOf<"message">["payload"]["channel"]>().toEqualTypeOf<"assistant" | "system" | "user">();
expectTypeOf<StepOf<"tool">["payload"]["arguments"]>().toEqualTypeOf<JsonObject>();
// @ts-expect-error -- a lookup has no tool
expectTypeOf<StepOf<"lookup">["payload"]>().toHaveProperty("tool_name");

expectTypeOf<determinism.SkillStep["on_error"]>().toEqualTypeOf<"abort" | "continue" | "retry">();
expectTypeOf<determinism.SkillStep["output_key"]>().toEqualTypeOf<string | undefined>();
expectTypeOf<determinism.PlannerResult>().toEqualTypeOf<determinism.PlannerOutput | determinism.PlannerError>();
expectTypeOf<determinism.PlannerErrorCode>().toExtend<ErrorCode>();

// A failed answer has an error, a good one has none.
expectTypeOf<Extract<react.PlanReactResponse, { status: "timeout" }>["error"]>().toEqualTypeOf<react.ReactError>();
expectTypeOf<Extract<react.PlanReactResponse, { status: "ok" }>["error"]>().toEqualTypeOf<null | undefined>();
expectTypeOf<Extract<react.Observation, { ok: true }>["output"]>().toEqualTypeOf<Json>();
expectTypeOf<react.AgentProfile["autonomy_level"]>().toEqualTypeOf<0 | 1 | 2>();

// Only an applied Draft says when it was.
expectTypeOf<Extract<actions.Draft, { status: "APPLIED" }>>().toHaveProperty("applied_at");
// @ts-expect-error -- a waiting Draft was not applied
expectTypeOf<Extract<actions.Draft, { status: "DRAFT" }>>().toHaveProperty("applied_at");

// Unknown enters once.
expectTypeOf(service.parsePlanRequest).parameter(0).toBeUnknown();
expectTypeOf(service.parsePlanRequest).returns.toEqualTypeOf<CheckResult<service.PlanRequest>>();
expectTypeOf(service.toPlan).returns.toEqualTypeOf<Plan>();
expectTypeOf(service.fromPlan).returns.toEqualTypeOf<MappingResult<service.PlanResponse>>();
expectTypeOf(problemOf).returns.toEqualTypeOf<Problem>();
