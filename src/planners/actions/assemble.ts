import { compact } from "../../plan/compact.ts";
import type { ActionPlan, Domain, Intent, RiskFlag, ToolAction } from "../../contracts/actions/plan.ts";
import { plainScope } from "../../contracts/actions/effect-keys.ts";
import { removes } from "../../contracts/actions/removes.ts";
import { contentHash } from "../../plan/hash.ts";
import type { EffectClass } from "../../plan/step.ts";
import type { ActionRequest } from "../../ports/action-planner.ts";
import type { Speech } from "../speech.ts";
import type { Proposal } from "./proposal.ts";
import { say } from "./say.ts";

/** So many writes at once need a second confirmation. */
const bulk = 5;
/** So many calls in a row are slowed down by most services. */
const many = 20;

type Layout = {
  request: ActionRequest;
  speech: Speech;
  effects: ReadonlyMap<string, EffectClass>;
  route: { intent: Intent; domain: Domain };
};

/** The contract's plan. Its id is the hash of the rest: the same answers to the same words have the same id. */
export function assemble(proposal: Proposal, { request, speech, effects, ...layout }: Layout): ActionPlan {
  const route = proposal.route ?? layout.route;
  const reads = (tool: string): boolean => effects.get(tool) === "read";
  const actions = proposal.actions.map(({ toolkit, tool, args, scope, preview }): ToolAction => ({
    toolkit,
    tool_slug: tool,
    args,
    read_only: reads(tool),
    idempotency_scope: scope ?? plainScope({ toolkit, tool_slug: tool, args }),
    preview,
  }));
  const writes = actions.filter((action) => !action.read_only);
  const plan = {
    intent: intentOf(actions, route.intent),
    domain: proposal.route?.domain ?? domainOf(actions, route.domain),
    summary: summaryOf(proposal, { actions, speech, text: request.text }),
    language: speech,
    // What goes on with earlier messages was said in all of them.
    inputs: {
      raw_text: proposal.follows === undefined ? request.text : `${proposal.follows}\n${request.text}`,
      ...compact({ voice: request.voice }),
    },
    entities: proposal.entities,
    actions,
    needs_clarification: proposal.questions,
    risks: [...proposal.risks, ...risksOf(writes, { effects, speech, count: actions.length })],
  };
  return { plan_id: `plan-${contentHash(JSON.parse(JSON.stringify(plan)))}`, ...plan };
}

/** Plans that only read are questions, unless something else is still to be asked. */
function intentOf(actions: readonly ToolAction[], otherwise: Intent): Intent {
  if (actions.some((action) => !action.read_only)) return "mutate";
  return actions.length > 0 ? "query" : otherwise;
}

export function domainOf(actions: readonly Pick<ToolAction, "toolkit">[], otherwise: Domain): Domain {
  const toolkits = new Set(actions.map(({ toolkit }) => toolkit));
  const [attio, linear] = [toolkits.has("attio"), toolkits.has("linear")];
  if (attio && linear) return "mixed";
  return attio ? "attio" : linear ? "linear" : otherwise;
}

function risksOf(
  writes: readonly ToolAction[],
  { effects, speech, count }: { effects: Layout["effects"]; speech: Speech; count: number },
): RiskFlag[] {
  const words = say[speech];
  const removals = writes.filter(({ tool_slug: tool }) => removes(tool, effects.get(tool))).length;
  return [
    ...(writes.length >= bulk ? [{ kind: "bulk" as const, details: words.bulk(writes.length) }] : []),
    ...(removals > 0 ? [{ kind: "destructive" as const, details: words.destructive(removals) }] : []),
    ...(count >= many ? [{ kind: "rate_limit_risk" as const, details: words.rate(count) }] : []),
  ];
}

function summaryOf(
  proposal: Proposal,
  { actions, speech, text }: { actions: readonly ToolAction[]; speech: Speech; text: string },
): string {
  const said =
    proposal.summary ??
    (actions.length === 1 ? actions[0]?.preview : undefined) ??
    (actions.length > 1 ? `${actions[0]?.preview ?? ""} (+${actions.length - 1})` : "");
  const rest =
    actions.length === 0
      ? (proposal.notes[0] ??
        proposal.questions[0]?.question ??
        proposal.risks[0]?.details ??
        (proposal.summary === undefined ? say[speech].nothingToDo() : ""))
      : (proposal.notes[0] ?? "");
  const line =
    actions.length === 0 && proposal.notes.length > 0 ? rest : [said, rest].filter((part) => part !== "").join(". ");
  return (line || text).replaceAll(/\s+/g, " ").trim().slice(0, 300);
}
