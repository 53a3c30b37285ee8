import { describe, expect, it } from "vitest";
import type { ActionPlan, RiskKind, ToolAction } from "../../contracts/actions/plan.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { gate, type GateOutcome } from "./gate.ts";
import type { SettledInput } from "./needs.ts";
import { defaultRules, type DraftRules } from "./rules.ts";

const inputSchema = { type: "object", properties: { stage: { type: "string" }, team_id: { type: "string" } } };
const toolbox = createToolbox([
  { name: "read_deal", effect: "read", inputSchema },
  { name: "update_deal", effect: "destructive", inputSchema },
  { name: "create_issue", effect: "additive", inputSchema },
  { name: "mystery", effect: "unknown", inputSchema },
]);

let count = 0;
function command(tool: string, args: ToolAction["args"] = {}, read_only = false): ToolAction {
  const scope = `scope:${(count += 1)}`;
  return { toolkit: "t", tool_slug: tool, args, read_only, idempotency_scope: scope, preview: tool };
}

function plan(actions: ToolAction[], more: Partial<ActionPlan> = {}): ActionPlan {
  return {
    plan_id: "p",
    intent: "mutate",
    domain: "mixed",
    summary: "s",
    language: "en",
    inputs: { raw_text: "t" },
    entities: [],
    actions,
    needs_clarification: [],
    risks: [],
    ...more,
  };
}

const risk = (kind: RiskKind): Pick<ActionPlan, "risks"> => ({ risks: [{ kind, details: "" }] });
const candidate = (id: string) => ({ id, name: id, subtitle: "", url: "" });
const entity = (...ids: string[]) =>
  ({ kind: "deal", query: "x", candidates: ids.map(candidate), confidence: 1 }) as const;
const question = { id: "q1", question: "?", choices: [], free_text_allowed: true };
const query = { intent: "query" } as const;
const read = (): ToolAction => command("read_deal", {}, true);
const writes = (many: number): ToolAction[] => Array.from({ length: many }, () => command("create_issue"));

function short(passage: GateOutcome): string {
  if (passage.kind === "draft") return `draft ${passage.first}${passage.confirms ? " twice" : ""}`;
  if (passage.kind !== "refused") return passage.kind;
  return [passage.code, ...passage.issues.map(({ code, pointer }) => `${code} ${pointer}`)].join(" ");
}

type Row = readonly [
  name: string,
  plan: ActionPlan,
  passage: string,
  more?: { rules?: Partial<DraftRules>; settled?: SettledInput },
];

function table(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [name, given, passage, { rules = {}, settled = {} } = {}] of rows)
      it(name, () => {
        expect(short(gate(given, { toolbox, rules: { ...defaultRules, ...rules }, settled }))).toBe(passage);
      });
  });
}

table("rule 1: what mutates becomes a Draft", [
  ["a write", plan([command("update_deal")]), "draft apply"],
  ["a plan that says mutate and only reads", plan([read()]), "draft apply"],
  ["a tool of unknown class", plan([command("mystery", {}, true)], query), "draft apply"],
  [
    "a query with a writing tool, whatever it says of it",
    plan([command("update_deal", {}, true)], query),
    "draft apply",
  ],
  ["one write among reads", plan([read(), command("create_issue", {}, true)], query), "draft apply"],
]);

table("rule 2: what only reads runs at once", [
  ["a query of reads", plan([read(), read()], query), "run"],
  ["not when the plan itself says that it writes", plan([command("read_deal", {}, false)], query), "draft apply"],
  [
    "an allowed tool of unknown class",
    plan([command("mystery", {}, true)], query),
    "run",
    { rules: { allow: ["myst*"] } },
  ],
  [
    "allowing cannot make a read of a known write",
    plan([command("update_deal", {}, true)], query),
    "draft apply",
    { rules: { allow: ["update_deal"] } },
  ],
  ["a read that we call a write", plan([read()], query), "draft apply", { rules: { mutate: ["read_deal"] } }],
  ["nothing at all is nothing", plan([], query), "nothing"],
]);

table("rule 3: what is ambiguous is picked", [
  [
    "two candidates, one selected",
    plan([command("update_deal")], { ...risk("ambiguous"), entities: [{ ...entity("a", "b"), selected_id: "a" }] }),
    "draft pick",
  ],
  ["also of a query", plan([read()], { ...query, ...risk("ambiguous"), entities: [entity("a", "b")] }), "draft pick"],
  [
    "until it is picked",
    plan([read()], { ...query, ...risk("ambiguous"), entities: [{ ...entity("a", "b"), selected_id: "b" }] }),
    "run",
    { settled: { picks: [{ kind: "deal", query: "x", id: "b" }] } },
  ],
  [
    "several without a selection, flagged or not",
    plan([command("update_deal")], { entities: [entity("a", "b")] }),
    "draft pick",
  ],
  ["one candidate selects itself", plan([command("update_deal")], { entities: [entity("a")] }), "draft apply"],
  ["none found asks to refine", plan([], { ...risk("ambiguous"), entities: [entity()] }), "draft refine"],
  ["none found and nothing to do without it", plan([], { entities: [entity()] }), "draft refine"],
  ["questions come first", plan([], { needs_clarification: [question], entities: [entity("a", "b")] }), "draft answer"],
  [
    "an answered one does not come again",
    plan([command("update_deal")], { needs_clarification: [question] }),
    "draft apply",
    { settled: { answers: { q1: "yes" } } },
  ],
]);

table("rule 4: bulk is confirmed twice", [
  ["4 writes are not", plan(writes(4)), "draft apply"],
  ["5 are", plan(writes(5)), "draft apply twice"],
  ["reads do not count", plan([...writes(4), read(), read()]), "draft apply"],
  ["a plan that says so is", plan(writes(1), risk("bulk")), "draft apply twice"],
  ["another threshold", plan(writes(2)), "draft apply twice", { rules: { bulkThreshold: 2 } }],
]);

const stages = {
  business: [{ tool: "update_*", required: ["stage"], one_of: { stage: ["won", "paused"] }, listed: {} }],
};
const teams = { business: [{ tool: "create_issue", required: [], one_of: { team_id: [] }, listed: {} }] };

table("rule 5: schema and business", [
  [
    "a wrong type",
    plan([command("update_deal", { stage: 1 })]),
    "INVALID_INPUT INVALID_ARGUMENTS /actions/0/args/stage",
  ],
  ["no such tool", plan([command("updat_deal")]), "INVALID_INPUT UNKNOWN_TOOL /actions/0/tool_slug"],
  ["a stage that exists", plan([command("update_deal", { stage: "won" })]), "draft apply", { rules: stages }],
  [
    "a stage that does not",
    plan([command("update_deal", { stage: "wom" })]),
    "INVALID_INPUT INVALID_ARGUMENTS /actions/0/args/stage",
    { rules: stages },
  ],
  [
    "a required attribute that is missing",
    plan([command("update_deal")]),
    "INVALID_INPUT INVALID_ARGUMENTS /actions/0/args/stage",
    { rules: stages },
  ],
  [
    "a team where none is configured",
    plan([command("create_issue", { team_id: "t" })]),
    "CONFIG_MISSING CONFIG_MISSING /actions/0/args/team_id",
    { rules: teams },
  ],
  [
    "arguments may be missing while something is asked",
    plan([command("update_deal", { stage: 1 })], { needs_clarification: [question] }),
    "draft answer",
  ],
  [
    "a tool that is not there is refused even then",
    plan([command("nothing")], { needs_clarification: [question] }),
    "INVALID_INPUT UNKNOWN_TOOL /actions/0/tool_slug",
  ],
  [
    "a denied tool",
    plan([command("update_deal")]),
    "FORBIDDEN TOOL_NOT_ALLOWED /actions/0/tool_slug",
    { rules: { deny: ["update_*"] } },
  ],
  [
    "denied counts before allowed",
    plan([read()], query),
    "FORBIDDEN TOOL_NOT_ALLOWED /actions/0/tool_slug",
    { rules: { deny: ["*"], allow: ["*"] } },
  ],
  [
    "two writes under one key",
    plan([
      { ...command("update_deal"), idempotency_scope: "k" },
      { ...command("create_issue"), idempotency_scope: "k" },
    ]),
    "INVALID_INPUT INVALID_VALUE /actions/1/idempotency_scope",
  ],
]);

it.each([
  ["en", 'there is no stage "pused"', 'Did you mean "paused"? There are won, paused.'],
  ["ru", 'значения "pused" у «stage» нет', "Может быть, «paused»? Есть: won, paused."],
] as const)("suggests what was meant and lists what there is, in %s", (language, message, hint) => {
  const given = plan([command("update_deal", { stage: "pused" })], { language });
  const passage = gate(given, { toolbox, rules: { ...defaultRules, ...stages } });
  expect(passage).toMatchObject({ kind: "refused", issues: [{ message, hint }] });
});
