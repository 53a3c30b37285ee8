import type { ActionPlan, ClarificationQuestion } from "../../contracts/actions/plan.ts";

/** Below it a transcript is in doubt: not even a question is answered before a person has confirmed or corrected it. */
export const minConfidence = 0.7;

/** The gate's own question, and the answer that lets what was heard pass. */
export const transcriptQuestion = { id: "transcript", right: "right" } as const;

/**
 * The plan with the question whether it was heard right, where it was spoken: always before a write, and before
 * anything where it was heard badly. A plan's own question of that name cannot stand in for it.
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
