import type { ActionPlan, ClarificationQuestion } from "../../contracts/actions/plan.ts";

/** Below this confidence a person must confirm or correct the transcript before anything runs, even a query. */
export const minConfidence = 0.7;

/** The gate's question about a transcript, and the answer that confirms it. */
export const transcriptQuestion = { id: "transcript", right: "right" } as const;

/**
 * Adds the question whether the transcript is right to a spoken request: always before a write, and before
 * anything if the confidence is low. A question of the plan with the same id does not replace it.
 */
export function askTranscript(plan: ActionPlan, isPureQuery: boolean): ActionPlan {
  const { voice } = plan.inputs;
  if (voice === undefined) return plan;
  const others = plan.needs_clarification.filter(({ id }) => id !== transcriptQuestion.id);
  const isAsked = voice.confidence < minConfidence || !isPureQuery;
  return { ...plan, needs_clarification: isAsked ? [questionOf(plan, voice.transcript), ...others] : others };
}

function questionOf({ language }: ActionPlan, transcript: string): ClarificationQuestion {
  const say = questionTexts[language];
  return {
    id: transcriptQuestion.id,
    question: say.question(transcript),
    choices: [{ label: say.right, value: transcriptQuestion.right }],
    free_text_allowed: false,
  };
}

const questionTexts = {
  en: { question: (heard: string) => `I heard: “${heard}”. Is that right? If not, edit the words.`, right: "Right" },
  ru: { question: (heard: string) => `Я услышал: «${heard}». Верно? Если нет, измените слова.`, right: "Верно" },
} as const;
