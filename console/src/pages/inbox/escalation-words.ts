import type { IconName } from "../../design/icon.tsx";
import type { TextKey } from "../../i18n/i18n.ts";

const kinds = new Map(
  Object.entries<TextKey>({
    failure: "escalation.failure",
    approval: "escalation.approval",
    effect: "escalation.effect",
    review: "escalation.review",
    action: "escalation.action",
    incompatible: "escalation.incompatible",
    answer: "escalation.answer",
  }),
);

export function kindWord(kind: string): TextKey {
  return kinds.get(kind) ?? "escalation.review";
}

type ChoiceStyle = { word: TextKey; icon: IconName; key: string };

/** The choices with their keyboard shortcuts. */
export const choiceStyles = {
  approve: { word: "escalation.approve", icon: "check", key: "a" },
  retry: { word: "escalation.retry", icon: "repeat", key: "r" },
  edit: { word: "escalation.edit", icon: "write", key: "e" },
  done: { word: "escalation.done", icon: "check", key: "d" },
  resend: { word: "escalation.resend", icon: "send", key: "n" },
  skip: { word: "escalation.skip", icon: "skip", key: "s" },
  abort: { word: "escalation.abort", icon: "stop", key: "x" },
} as const satisfies Record<string, ChoiceStyle>;

export type ChoiceName = keyof typeof choiceStyles;

export function isChoice(name: string): name is ChoiceName {
  return Object.hasOwn(choiceStyles, name);
}
