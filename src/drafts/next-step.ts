import type { DraftNext } from "../contracts/api/drafts.ts";
import { openQuestions, nextPick } from "./gate/needs.ts";
import { isDone, type OpenDraft, type StoredDraft } from "./stored-draft.ts";

/** Inputs to the next step besides the Draft. */
export type ViewContext = {
  quorum: number;
  /** Of the pick list, from 0. */
  page?: number;
  /** Open escalations of the run that applies it. */
  escalations?: readonly string[];
};

/** Questions per message, and rows per page of a pick list. */
const maxQuestions = 2;
const pageRows = 8;
/** Rounds of questions before a menu is offered instead. */
export const maxRounds = 3;

/** What the Draft needs next. */
export function nextStep(draft: StoredDraft, seen: ViewContext): DraftNext {
  if (draft.status === "EXPIRED") return { do: "rebuild" };
  return draft.status === "DRAFT" ? nextOfOpen(draft, seen) : { do: "nothing" };
}

function nextOfOpen(draft: OpenDraft, seen: ViewContext): DraftNext {
  const { stage, plan } = draft;
  switch (stage.kind) {
    case "asking": {
      const open = openQuestions(plan, draft);
      const questions = open.slice(0, maxQuestions);
      return { do: "answer", questions, left: open.length - questions.length, round: draft.rounds };
    }
    case "menu":
      return { do: "menu" };
    case "picking":
      return pickPage(draft, seen.page ?? 0);
    case "refining":
      return refine(draft);
    case "stale":
      return { do: "rebuild" };
    case "ready":
      return ready(draft, stage, seen);
    case "applying": {
      const { escalations = [] } = seen;
      if (escalations.length > 0) return { do: "settle", run_id: stage.runId, escalation_ids: [...escalations] };
      return { do: "wait", run_id: stage.runId };
    }
    default:
      return stage satisfies never;
  }
}

function ready(
  draft: OpenDraft,
  stage: Extract<OpenDraft["stage"], { kind: "ready" }>,
  { quorum }: ViewContext,
): DraftNext {
  const left = draft.actions.filter((action) => !isDone(action));
  if (stage.confirming.length > 0)
    return { do: "confirm", writes: left.filter(({ writes }) => writes).length, of: stage.confirming };
  const wasTried = draft.runs.length > 0;
  if (wasTried && stage.approvals.length === 0) return { do: "retry", left: left.length };
  return { do: "apply", approvals: stage.approvals.length, quorum };
}

function pickPage(draft: OpenDraft, wanted: number): DraftNext {
  const at = nextPick(draft.plan, draft);
  const entity = typeof at === "number" ? draft.plan.entities[at] : undefined;
  if (entity === undefined || typeof at !== "number") return refine(draft);
  const { kind, query, candidates } = entity;
  const pages = Math.max(1, Math.ceil(candidates.length / pageRows));
  const page = Math.min(Math.max(0, Math.trunc(wanted)), pages - 1);
  const rows = candidates.slice(page * pageRows, (page + 1) * pageRows);
  return { do: "pick", entity: at, kind, query, candidates: rows, page, pages, total: candidates.length };
}

function refine({ plan }: OpenDraft): DraftNext {
  const at = plan.entities.findIndex(({ candidates }) => candidates.length === 0);
  return { do: "refine", entity: at === -1 ? null : at, query: plan.entities[at]?.query ?? plan.inputs.raw_text };
}
