import type { DraftView } from "../../../src/contracts/api/drafts.ts";
import type { DraftRules } from "../../../src/drafts/gate/rules.ts";
import { canonicalText } from "../../../src/plan/canonical.ts";
import type { Word } from "./script.ts";
import type { StudioCall } from "./studio.ts";

type Licence = { draftId: string; of: string };

/**
 * What the world may see, worked out beside the gate from nothing but what was shown and who tapped what when: a write
 * needs a licence, a licence is for one write, and only an authorised tap on the current, unexpired revision gives any.
 */
export function createLicences({ approvers = [], selfApproval, quorum, bulkThreshold: bulk }: DraftRules) {
  let licences: Licence[] = [];
  const halfConfirmed = new Set<string>();
  const approved = new Map<string, Set<string>>();
  const unlicensed: StudioCall[] = [];
  return {
    unlicensed,
    /** Called before the tap, with the tapped card and the current Draft. */
    note(word: Word, by: string, at: { card: DraftView; current: DraftView; now: number }): void {
      const { card, current, now } = at;
      const { draft } = current;
      const isShown = draft.revision === card.draft.revision && current.action_hash === card.action_hash;
      const isOpen = draft.status === "DRAFT" && now < Date.parse(draft.expires_at);
      const asks = ["apply", "retry", "confirm"].includes(current.next.do);
      const isAuthorised = draft.author_id === by ? selfApproval : approvers.includes(by);
      if (!isShown || !isOpen || !asks || !isAuthorised) return;
      const isBulk = current.writes >= bulk || draft.plan.risks.some(({ kind }) => kind === "bulk");
      const half = `${draft.revision_id}:${by}`;
      if (word === "apply" && isBulk) halfConfirmed.add(half);
      if (!(word === "confirm" ? halfConfirmed.has(half) : word === "apply" && !isBulk)) return;
      const all = (approved.get(draft.revision_id) ?? new Set()).add(by);
      approved.set(draft.revision_id, all);
      if (all.size >= quorum) grant(draft);
    },
    /** What is no longer being applied has no licence left. */
    settle(view: DraftView): void {
      if (view.next.do === "wait" || view.next.do === "settle") return;
      licences = licences.filter(({ draftId }) => draftId !== view.draft.draft_id);
    },
    /** A write as it happens. */
    use(deed: StudioCall): void {
      const of = canonicalText([deed.verb, deed.payload]);
      const at = licences.findIndex((licence) => licence.of === of);
      if (at === -1) unlicensed.push(deed);
      else licences.splice(at, 1);
    },
  };

  function grant({ draft_id: draftId, actions }: DraftView["draft"]): void {
    if (licences.some((licence) => licence.draftId === draftId)) return;
    for (const { action, outcome } of actions)
      if (outcome.status !== "SUCCEEDED")
        licences.push({ draftId, of: canonicalText([action.tool_slug, action.args]) });
  }
}
export type Licences = ReturnType<typeof createLicences>;
