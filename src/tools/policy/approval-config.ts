import { z } from "zod";
import { scopes } from "../../contracts/api/route.ts";
import { EffectClass } from "../../plan/step.ts";

const Patterns = z.array(z.string().min(1)).min(1).optional();

/** One rule of the policy. It applies to a call that matches every selector it has. */
export const ApprovalRule = z.strictObject({
  ruling: z
    .enum(["deny", "draft", "wait", "allow"])
    .describe(
      "deny refuses the call; draft and wait need a person's approval: a run waits, and draft also opens a Draft for a call that cannot wait; allow needs none",
    ),
  tools: Patterns.describe("tool names; a trailing * matches any suffix"),
  toolkits: Patterns.describe("tool sources, such as mcp:crm, openapi:shop or code; a trailing * matches any suffix"),
  effects: z
    .array(EffectClass)
    .min(1)
    .optional()
    .describe("effect classes; by default every class but read, and for deny every class"),
  tenants: Patterns.describe("tenants of the caller"),
  callers: Patterns.describe(
    "callers as the audit log names them, such as key:orders*; a trailing * matches any suffix",
  ),
  scopes: z.array(z.enum(scopes)).min(1).optional().describe("scopes of the caller's key, any of them"),
  agents: Patterns.describe("ids of agents"),
  levels: z.array(z.int().min(0).max(2)).min(1).optional().describe("autonomy levels of agents"),
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** The `approval` section of `planwright.yaml`: which calls need a person's approval. */
export const ApprovalConfig = z.strictObject({
  default: z
    .enum(["draft", "wait", "allow"])
    .default("draft")
    .describe(
      "ruling on a write that no rule names: draft waits for approval, and a call that cannot wait becomes a Draft; wait refuses such a call; allow needs no approval",
    ),
  mcp: z
    .boolean()
    .default(false)
    .describe("offer MCP clients the tools that approve writes; by default a model cannot approve what it asked for"),
  rules: z.array(ApprovalRule).default([]).describe("a matching deny always wins, then the first matching rule"),
});
export type ApprovalConfig = z.infer<typeof ApprovalConfig>;
