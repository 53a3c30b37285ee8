import { setTimeout as pause } from "node:timers/promises";
import { DraftView, DraftRequestOutcome } from "../../../../src/contracts/api/drafts.ts";
import type { Person } from "../installation.ts";
import type { WriteManner } from "../world/deed.ts";
import { ask, askOnce } from "./ask.ts";
import { type LoadContext, mannerOf } from "./load-context.ts";
import { oneActionPlan } from "../../../support/one-action-plan.ts";

/** Makes a Draft, and then: Bob approves it on both servers at once, or only its author tries to, or nobody does. */
export async function makeDraft(context: LoadContext): Promise<void> {
  const { installation, history, chance, next, until } = context;
  const marker = `draft-${next()}`;
  const [how, fate, first] = [mannerOf(chance), chance(100), chance(100)];
  let made: DraftView | undefined;
  await history.record({ kind: "draft", marker }, async () => {
    const asked = await ask(installation, {
      request: {
        role: "api",
        as: "alice",
        method: "POST",
        path: "/drafts",
        body: { plan: planOf(marker, how) },
        key: marker,
      },
      idOf: ({ body }) => draftIn(body)?.draft.draft_id ?? "no Draft",
      first,
      until: until(),
    });
    made = draftIn(asked.answer?.body);
    return asked;
  });
  if (made === undefined || fate < 25) return;
  if (fate < 40) return approve(context, { marker, view: made, as: "alice", first });
  await Promise.all([0, 1].map((at) => approve(context, { marker, view: made, as: "bob", first: first + at })));
  await finish(context, { marker, draftId: made.draft.draft_id, first });
}

type ApprovalPlan = { marker: string; view: DraftView | undefined; as: Person; first: number };

async function approve({ installation, history, until }: LoadContext, approving: ApprovalPlan): Promise<void> {
  const { marker, view, as, first } = approving;
  if (view === undefined) return;
  const { draft_id: id, revision } = view.draft;
  await history.record({ kind: "approve", marker, counts: as === "bob" }, () =>
    ask(installation, {
      request: {
        role: "api",
        as,
        method: "POST",
        path: `/drafts/${id}/apply`,
        body: { revision, action_hash: view.action_hash },
      },
      idOf: () => id,
      first,
      until: until(),
    }),
  );
}

/** What failed in part is approved again, until nothing is left to do. */
async function finish(context: LoadContext, of: { marker: string; draftId: string; first: number }): Promise<void> {
  const { installation, until } = context;
  while (Date.now() < until()) {
    await pause(700);
    const request = { role: "api", as: "bob", method: "GET", path: `/drafts/${of.draftId}` } as const;
    const answer = await askOnce(installation, request, of.first);
    const view = DraftView.safeParse(answer?.body).data;
    if (view?.next.do === "nothing") return;
    if (view?.next.do === "retry" || view?.next.do === "apply") await approve(context, { ...of, view, as: "bob" });
  }
}

function draftIn(body: unknown): DraftView | undefined {
  const made = DraftRequestOutcome.safeParse(body).data;
  return made?.kind === "draft" ? made.draft : undefined;
}

function planOf(marker: string, how: WriteManner): object {
  const action = {
    toolkit: "crm",
    tool_slug: "create_note",
    args: { marker, how },
    idempotency_scope: `crm:create_note:${marker}`,
    preview: `a note ${marker}`,
  };
  return oneActionPlan(action, { plan_id: marker, summary: marker });
}
