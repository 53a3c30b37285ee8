import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft, type FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { openQuestions } from "./gate/needs.ts";
import { transcriptQuestion } from "./gate/transcript.ts";
import { planText } from "./plan-text.ts";
import { revise } from "./revise.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

type GivenAnswers = { answers: Readonly<Record<string, string>> };

/** Takes answers and plans the request again with them if it came as text. Each message of answers is a round, except the confirmation of a transcript. */
export function answerDraft(
  deps: DraftDeps,
  { answers: given, ...command }: DraftCommand & GivenAnswers,
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, command, {
    act: "answer",
    subject: Object.keys(given)[0] ?? "",
    decide: async (open) => {
      const refusal = refuseAnswers(open, given);
      if (refusal !== undefined) return refusal;
      const { plan, words, picks, ...draft } = open.draft;
      const answers = { ...draft.answers, ...given };
      const isRound = Object.keys(given).some((id) => id !== transcriptQuestion.id);
      const rounds = draft.rounds + (isRound ? 1 : 0);
      if (words === undefined) return revise(deps, { command, open }, { plan, answers, rounds });
      const planned = await planText(deps, {
        tenant: command.tenant,
        words,
        settled: { picks, answers },
        signal: neverAborts,
      });
      return planned.ok ? revise(deps, { command, open }, { plan: planned.value, answers, rounds }) : planned;
    },
  });
}

function refuseAnswers({ draft, locale }: FoundOpenDraft, given: GivenAnswers["answers"]): Refusal | undefined {
  const bad = (detail: string): Refusal => refuse("INVALID_INPUT", { locale, detail });
  const questions = openQuestions(draft.plan, draft);
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
