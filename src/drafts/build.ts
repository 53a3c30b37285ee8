import { timestampOf } from "../contracts/timestamp.ts";
import { actionId } from "../contracts/actions/mapping.ts";
import { parseActionPlan } from "../contracts/actions/parse.ts";
import type { ActionPlan, Language, ToolAction } from "../contracts/actions/plan.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import type { ChangePreview } from "../ports/verbs.ts";
import { actionHash, manifestHash } from "./action-hash.ts";
import { isAlreadyDone, previewChanges } from "./change-preview.ts";
import { type DraftDeps, toolboxOf } from "./draft-deps.ts";
import { flagRemovals } from "./gate/flag-removals.ts";
import { gate, type GateContext, isPureQuery, isWrite, type GateOutcome } from "./gate/gate.ts";
import type { SettledInput } from "./gate/needs.ts";
import { askTranscript } from "./gate/transcript.ts";
import { maxRounds } from "./next-step.ts";
import { isDone, type StoredAction, type Stage } from "./stored-draft.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

export type BuildInput = {
  tenant: string;
  plan: ActionPlan;
  settled: SettledInput;
  rounds: number;
  signal: AbortSignal;
  /** The actions this plan's were, where it is a change of an earlier one: ids stay, and so does what is done. */
  previousActions?: readonly Pick<StoredAction, "id" | "outcome">[];
};

/** A plan past the gate, with all that a Draft of it holds: run it at once, wait for a person, or there is nothing to do. */
export type BuiltDraft = {
  ok: true;
  kind: "run" | "nothing" | "draft";
  plan: ActionPlan;
  actions: StoredAction[];
  manifestHash: string;
  stage: Stage;
};

/** The gate's word on a plan, and the reads that go with it. Nothing is written. */
export async function build(deps: DraftDeps, building: BuildInput): Promise<BuiltDraft | Refusal> {
  const { tenant, settled } = building;
  const parsed = parseActionPlan(building.plan);
  const locale = building.plan.language as Language | undefined; // a planner's word, until it is parsed
  if (!parsed.ok) return refuse("INVALID_INPUT", { locale, issues: parsed.issues });
  const gateParts: GateContext = { toolbox: toolboxOf(deps, tenant), rules: deps.rules, settled };
  const spoken = askTranscript(parsed.value, isPureQuery(parsed.value, gateParts));
  const plan = flagRemovals(spoken, gateParts.toolbox);
  const passage = gate(plan, gateParts);
  if (passage.kind === "refused") return refuse(passage.code, { locale, issues: passage.issues });
  const stage = stageOf(passage, building.rounds);
  const looks = stage.kind === "ready" ? await previewWrites(deps, { ...building, plan }, gateParts) : [];
  const manifest = manifestHash(plan.actions, gateParts.toolbox);
  const actions = plan.actions.map((action, at): StoredAction => {
    const was = building.previousActions?.[at] ?? { id: actionId(at), outcome: { status: "PENDING" } };
    return toStoredAction(deps, action, {
      was,
      manifest,
      look: looks[at],
      writes: isWrite(action.tool_slug, gateParts),
    });
  });
  const kind = stage.kind === "ready" && actions.every(isDone) ? "nothing" : passage.kind;
  return { ok: true, kind, plan, actions, manifestHash: manifest, stage };
}

/** The hashes the actions would have with the tools of today. */
export function hashesNow(actions: readonly ToolAction[], toolbox: Toolbox): string[] {
  const manifest = manifestHash(actions, toolbox);
  return actions.map((action) => actionHash(action, manifest));
}

/** Only what may be written is worth a look. */
async function previewWrites(
  deps: DraftDeps,
  building: BuildInput,
  gateParts: GateContext,
): Promise<(ChangePreview | undefined)[]> {
  const { plan, tenant, signal, previousActions: were } = building;
  const places = plan.actions.flatMap(({ tool_slug: tool }, at) =>
    isWrite(tool, gateParts) && were?.[at]?.outcome.status !== "SUCCEEDED" ? [at] : [],
  );
  const looked = await previewChanges(
    places.flatMap((at) => plan.actions[at] ?? []),
    { verbs: deps.verbs, tenant, signal },
  );
  const looks: (ChangePreview | undefined)[] = plan.actions.map(() => undefined);
  for (const [index, at] of places.entries()) looks[at] = looked[index];
  return looks;
}

type ActionFacts = {
  was: Pick<StoredAction, "id" | "outcome">;
  manifest: string;
  look: ChangePreview | undefined;
  writes: boolean;
};

function toStoredAction(
  { clock }: DraftDeps,
  action: ToolAction,
  { was, manifest, look, writes }: ActionFacts,
): StoredAction {
  const isKept = was.outcome.status === "SUCCEEDED";
  const already = { status: "SUCCEEDED", at: timestampOf(clock.now()), output: { already: true } } as const;
  const fresh = isAlreadyDone(look) ? already : ({ status: "PENDING" } as const);
  return {
    id: was.id,
    action,
    hash: actionHash(action, manifest),
    writes,
    look: look === undefined ? null : { before: look.before, after: look.after },
    outcome: isKept ? was.outcome : fresh,
  };
}

function stageOf(passage: GateOutcome, rounds: number): Stage {
  const first = passage.kind === "draft" ? passage.first : "apply";
  switch (first) {
    case "answer":
      return { kind: rounds > maxRounds ? "menu" : "asking" };
    case "pick":
      return { kind: "picking" };
    case "refine":
      return { kind: "refining" };
    case "apply":
      return { kind: "ready", approvals: [], confirming: [] };
    default:
      return first satisfies never;
  }
}
