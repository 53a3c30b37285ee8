import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { parserOf } from "../../plan/parse.ts";
import { maxSteps } from "../../plan/plan.ts";

export const Intent = z.enum(["query", "mutate"]);
export type Intent = z.infer<typeof Intent>;

export const Domain = z.enum(["attio", "linear", "mixed", "unknown"]);
export type Domain = z.infer<typeof Domain>;

export const Language = z.enum(["ru", "en"]);
export type Language = z.infer<typeof Language>;

export const EntityKind = z.enum(["deal", "company", "person", "issue", "project"]);
export type EntityKind = z.infer<typeof EntityKind>;

export const RiskKind = z.enum(["bulk", "destructive", "ambiguous", "missing_required", "rate_limit_risk"]);
export type RiskKind = z.infer<typeof RiskKind>;

const confidence = z.number().min(0).max(1);

/** A row of a pick list. */
export const Candidate = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  subtitle: z.string(),
  url: z.string(),
});
export type Candidate = z.infer<typeof Candidate>;

export const EntityRef = z.strictObject({
  kind: EntityKind,
  /** What the user typed. */
  query: z.string(),
  candidates: z.array(Candidate),
  selected_id: z.string().min(1).exactOptional(),
  confidence,
});
export type EntityRef = z.infer<typeof EntityRef>;

export const ToolAction = z.strictObject({
  /** `attio`, `linear`, `supabase`, or any other. */
  toolkit: z.string().min(1),
  tool_slug: z.string().min(1),
  args: JsonObject,
  /** A claim; the toolbox decides. */
  read_only: z.boolean(),
  idempotency_scope: z.string().min(1),
  preview: z.string(),
});
export type ToolAction = z.infer<typeof ToolAction>;

export const ClarificationQuestion = z.strictObject({
  id: z.string().min(1),
  question: z.string().min(1),
  choices: z.array(z.strictObject({ label: z.string().min(1), value: z.string() })),
  free_text_allowed: z.boolean(),
});
export type ClarificationQuestion = z.infer<typeof ClarificationQuestion>;

export const RiskFlag = z.strictObject({ kind: RiskKind, details: z.string() });
export type RiskFlag = z.infer<typeof RiskFlag>;

export const Voice = z.strictObject({ file_id: z.string().min(1), transcript: z.string(), confidence });
export type Voice = z.infer<typeof Voice>;

/** The plan made from free text or voice. */
export const ActionPlan = z.strictObject({
  plan_id: z.string().min(1),
  intent: Intent,
  domain: Domain,
  /** One line. */
  summary: z.string().regex(/^[^\r\n]*$/, "must be one line"),
  language: Language,
  inputs: z.strictObject({ raw_text: z.string(), voice: Voice.exactOptional() }),
  entities: z.array(EntityRef),
  actions: z.array(ToolAction).max(maxSteps),
  needs_clarification: z.array(ClarificationQuestion),
  risks: z.array(RiskFlag),
});
export type ActionPlan = z.infer<typeof ActionPlan>;

export const parseActionPlan = parserOf(ActionPlan);
