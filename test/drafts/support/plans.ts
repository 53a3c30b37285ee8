import type { ActionPlan, ToolAction } from "../../../src/contracts/actions/plan.ts";

export function action(tool: string, args: ToolAction["args"], more: Partial<ToolAction> = {}): ToolAction {
  const scope = `${tool}:${Object.values(args)
    .map((value) => JSON.stringify(value).replaceAll('"', ""))
    .join(":")}`;
  return {
    toolkit: "studio",
    tool_slug: tool,
    args,
    read_only: false,
    idempotency_scope: scope,
    preview: scope,
    ...more,
  };
}

export function planOf(actions: readonly ToolAction[], more: Partial<ActionPlan> = {}): ActionPlan {
  return {
    plan_id: "plan",
    intent: "mutate",
    domain: "mixed",
    summary: "test",
    language: "en",
    inputs: { raw_text: "test" },
    entities: [],
    actions: [...actions],
    needs_clarification: [],
    risks: [],
    ...more,
  };
}

export const pause = (deal = "deal-1"): ToolAction => action("update_deal", { deal, stage: "paused" });
export const issue = (title: string): ToolAction => action("create_issue", { team: "design", title });
export const query = (): ActionPlan => planOf([action("find_deals", {}, { read_only: true })], { intent: "query" });

/** The contract's deal-won kickoff. */
export const kickoffTasks = [
  "kickoff_access",
  "brief_confirm",
  "research_refs",
  "moodboard",
  "ia_structure",
  "wireframes",
  "concept",
  "ui_kit",
  "designs_key",
  "responsive",
  "handoff",
  "final_qc",
];
export const kickoff = (): ActionPlan => planOf(kickoffTasks.map(issue), { risks: [{ kind: "bulk", details: "12" }] });
