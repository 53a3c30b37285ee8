import { type CallbackVerb, writeCallback } from "../../contracts/actions/callback.ts";
import type { CardButton } from "../../contracts/api/chat.ts";
import type { DraftNext, DraftView } from "../../contracts/api/drafts.ts";
import { candidateText, cut, type Rendering, textsOf } from "../rendering.ts";
import type { ButtonName } from "../texts/texts.ts";

/** Encodes question and choice in one number: at most two questions, fewer than a hundred choices. */
export const choicesPerQuestion = 100;
export const pageRows = 8;

/** The buttons of a Draft. Every button names the revision it was shown with. */
export function draftButtons(view: DraftView, rendering: Rendering): CardButton[][] {
  const { draft, next } = view;
  const button = (name: ButtonName, verb: CallbackVerb) => ({
    label: textsOf(rendering).buttons[name],
    data: writeCallback({ verb, id: draft.revision_id }),
  });
  const primary = (name: ButtonName, verb: CallbackVerb) => ({ ...button(name, verb), primary: true as const });
  const cancel = button("cancel", "draft.cancel");
  const edit = button("edit", "draft.edit");
  switch (next.do) {
    case "apply":
      return [[primary("apply", "draft.apply"), edit, cancel]];
    case "confirm":
      return [[primary("confirm", "draft.confirm")], [edit, cancel]];
    case "retry":
      return [[primary("retry", "draft.apply"), cancel]];
    case "rebuild":
      return view.replaced_by === null ? [[primary("rebuild", "draft.rebuild")]] : [];
    case "menu":
      return [[button("rephrase", "draft.edit"), cancel]];
    case "refine":
      return [[cancel]];
    case "settle":
      return [[button("happened", "write.done"), button("resend", "write.resend")]];
    case "pick":
      return [
        ...pickRows(next, draft.revision_id, rendering),
        ...pageRow(next, draft.revision_id, rendering),
        [cancel],
      ];
    case "answer":
      return [...choiceRows(next, draft.revision_id), [cancel]];
    case "wait":
    case "nothing":
      return [];
    default:
      return next satisfies never;
  }
}

/** What a corrected Draft could teach. */
export function teachRow(revisionId: string, rendering: Pick<Rendering, "language">): CardButton[] {
  const data = writeCallback({ verb: "draft.teach", id: revisionId, index: 0 });
  return [{ label: textsOf(rendering).buttons.teach, data }];
}

function pickRows(next: Extract<DraftNext, { do: "pick" }>, id: string, rendering: Rendering): CardButton[][] {
  return next.candidates.map((candidate, at) => {
    const label = cut(candidateText(candidate, rendering), 60) || "—";
    return [{ label, data: writeCallback({ verb: "pick.select", id, index: next.page * pageRows + at }) }];
  });
}

type Pages = { page: number; pages: number };

/** Buttons for the previous and next page; none if there is one page. */
export function pageRow({ page, pages }: Pages, id: string, rendering: Pick<Rendering, "language">): CardButton[][] {
  if (pages <= 1) return [];
  const words = textsOf(rendering);
  const to = (label: string, index: number): CardButton => ({
    label,
    data: writeCallback({ verb: "pick.page", id, index }),
  });
  return [
    [
      ...(page > 0 ? [to(words.buttons.previous, page - 1)] : []),
      to(words.page(page + 1, pages), page),
      ...(page < pages - 1 ? [to(words.buttons.next, page + 1)] : []),
    ],
  ];
}

function choiceRows({ questions }: Extract<DraftNext, { do: "answer" }>, id: string): CardButton[][] {
  return questions.flatMap(({ choices }, question) =>
    choices.slice(0, choicesPerQuestion).map(({ label }, choice) => {
      const index = question * choicesPerQuestion + choice;
      return [{ label: cut(label, 60), data: writeCallback({ verb: "question.answer", id, index }) }];
    }),
  );
}
