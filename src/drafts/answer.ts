import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft, type FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { openQuestions } from "./gate/needs.ts";
import { transcriptQuestion } from "./gate/transcript.ts";
import { planText } from "./plan-text.ts";
import { refuseRevision, revise } from "./revise.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

export type GivenAnswers = { answers: Readonly<Record<string, string>> };

/** Takes answers; the request is planned again with them where it came in words. Each message of answers is a round, but for the word that a transcript is right. */
export function answerDraft(
  deps: DraftDeps,
  { answers: given, ...act }: DraftCommand & GivenAnswers,
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, act, async (open) => {
    const refusal = refuseRevision(act, open) ?? refuseAnswers(open, given);
    if (refusal !== undefined) return refusal;
    const { plan, words, picks, ...draft } = open.draft;
    const answers = { ...draft.answers, ...given };
    const isRound = Object.keys(given).some((id) => id !== transcriptQuestion.id);
    const rounds = draft.rounds + (isRound ? 1 : 0);
    if (words === undefined) return revise(deps, { act, open }, { plan, answers, rounds });
    const planned = await planText(deps, {
      tenant: act.tenant,
      words,
      settled: { picks, answers },
      signal: neverAborts,
    });
    return planned.ok ? revise(deps, { act, open }, { plan: planned.value, answers, rounds }) : planned;
  });
}

function refuseAnswers({ draft, locale }: FoundOpenDraft, given: GivenAnswers["answers"]): Refusal | undefined {
  const bad = (detail: string): Refusal => refuse("INVALID_INPUT", { locale, detail });
  const questions = draft.stage.kind === "asking" ? openQuestions(draft.plan, draft) : [];
  if (Object.keys(given).length === 0) return bad(details.noQuestion[locale](""));
  for (const [id, value] of Object.entries(given)) {
    const question = questions.find((one) => one.id === id);
    if (question === undefined) return bad(details.noQuestion[locale](id));
    const choices = question.choices.map((choice) => choice.value);
    if (!question.free_text_allowed && !choices.includes(value))
      return bad(details.noChoice[locale](value, choices.join(", ")));
  }
  return undefined;
}
