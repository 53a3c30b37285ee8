import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";

/** Planner to cortex-orch: "execute this verb with this payload" (contract 5, §3.2). */
export const VerbCall = z.strictObject({
  verb_id: z.string().min(1),
  payload: JsonObject,
  request_id: z.string().min(1),
  caller: z.string().min(1),
});
export type VerbCall = z.infer<typeof VerbCall>;

export const VerbError = z.strictObject({ code: z.string(), message: z.string() });
export type VerbError = z.infer<typeof VerbError>;

/** Cortex-orch's answer. Exactly one of `output` and `error` is set. */
export const VerbAnswer = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), output: Json, error: z.null() }),
  z.strictObject({ ok: z.literal(false), output: z.null(), error: VerbError }),
]);
export type VerbAnswer = z.infer<typeof VerbAnswer>;
