import { useCallback, useEffect, useState } from "react";
import type { DraftEdit, DraftRequestOutcome, DraftView } from "../../../../src/contracts/api/drafts.ts";
import { navigate } from "../../app/router.ts";
import { toast } from "../../design/toast.tsx";
import { type Translate, useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { type Mutation, useMutation } from "../../live/use-mutation.ts";
import { type Query, useQuery } from "../../live/use-query.ts";

export type DraftAct =
  | { do: "apply" | "confirm" | "cancel" | "rebuild" }
  | { do: "assign"; to: string }
  | { do: "pick"; entity: number; candidate: string }
  | { do: "answer"; answers: Record<string, string> }
  | ({ do: "edit" } & Partial<DraftEdit>);

export type OpenDraft = {
  loaded: Query<DraftView>;
  /** The revision that is shown; every decision is about it. */
  shown: DraftView | undefined;
  /** What was shown when the last action was sent; a refused Apply updates the values of the shown Draft. */
  acted: DraftView | undefined;
  /** The current revision, if it is another one. */
  newer: DraftView | undefined;
  showNewer: () => void;
  acting: Mutation<[DraftAct]>;
  /** Why the person decides so. */
  reason: string;
  setReason: (reason: string) => void;
};

/**
 * A Draft as it was shown. A revision made elsewhere never replaces the shown one silently: the person has to open it
 * first. `onDecided` is called when the Draft needs no further decision.
 */
export function useDraft(id: string, page: number, onDecided: () => void): OpenDraft {
  const { t } = useI18n();
  const loaded = useQuery(
    ["getDraft", id, page],
    (signal) => api.getDraft({ params: { id }, query: { page }, signal }),
    {
      on: ["draft", "run"],
    },
  );
  const [shown, setShown] = useState<DraftView>();
  const [reason, setReason] = useState("");
  const [acted, setActed] = useState<DraftView>();
  const { value, reload } = loaded;
  const isNewer = value !== undefined && shown !== undefined && value.draft.revision > shown.draft.revision;
  useEffect(() => {
    if (value !== undefined && !isNewer) setShown(value);
  }, [value, isNewer]);
  const acting = useMutation(
    useCallback(
      async (act: DraftAct) => {
        if (shown === undefined) return;
        setActed(shown);
        const answer = await send({ id, reason }, act, shown).finally(reload);
        if ("kind" in answer) return openOutcome(answer, t);
        setShown(answer);
        const isDecided = (act.do === "apply" || act.do === "confirm") && answer.next.do !== "confirm";
        if (isDecided) toast(t("draft.applied"));
        if (act.do === "cancel") toast(t("draft.cancelled"));
        if (isDecided || act.do === "cancel") onDecided();
      },
      [id, reason, shown, t, onDecided],
    ),
  );
  const newer = isNewer ? value : undefined;
  return { loaded, shown, acted, newer, showNewer: () => setShown(value), acting, reason, setReason };
}

function send(
  { id, reason }: { id: string; reason: string },
  act: DraftAct,
  { draft, action_hash }: DraftView,
): Promise<DraftView | DraftRequestOutcome> {
  const params = { id };
  const why = reason.trim();
  const body = { revision: draft.revision, action_hash, ...(why !== "" && { reason: why }) };
  switch (act.do) {
    case "apply":
      return api.applyDraft({ params, body });
    case "confirm":
      return api.confirmDraft({ params, body });
    case "cancel":
      return api.cancelDraft({ params, body });
    case "assign":
      return api.assignDraft({ params, body: { ...body, to: act.to } });
    case "rebuild":
      return api.rebuildDraft({ params, body });
    case "pick":
      return api.pickDraft({ params, body: { ...body, entity: act.entity, candidate_id: act.candidate } });
    case "answer":
      return api.answerDraft({ params, body: { ...body, answers: act.answers } });
    case "edit": {
      const { do: _, ...edit } = act;
      return api.editDraft({ params, body: { ...body, ...edit } });
    }
    default:
      return act satisfies never;
  }
}

/** Opens the result of a request: a Draft, an answer or nothing to do. */
export function openOutcome(outcome: DraftRequestOutcome, t: Translate): void {
  if (outcome.kind === "draft") return navigate(["inbox", "draft", outcome.draft.draft.draft_id]);
  toast(t(outcome.kind === "answer" ? "draft.rebuilt.answer" : "draft.rebuilt.nothing"));
  if (outcome.kind === "answer") navigate(["runs", outcome.query.run_id]);
}
