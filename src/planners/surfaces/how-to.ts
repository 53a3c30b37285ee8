import {
  englishHowTo,
  howToOpening,
  politeOpening,
  russianHowTo,
  supposedDeed,
} from "../../language/requests/goal-patterns.ts";
/**
 * Whether a person asks how something is done instead of asking to have it done. "How many" and "how much" ask for a
 * number, and "can you" for the action itself.
 */
export function isHowTo(goal: string): boolean {
  const start = goal.trim().slice(0, 200).toLowerCase().replace(politeOpening, "");
  return englishHowTo.test(start) || russianHowTo.test(start) || supposedDeed.test(start);
}

/** The deed alone, as somebody would order it: "how do I add a member" is about "add a member". */
export function deedOf(goal: string): string {
  const asked = goal.trim().replace(politeOpening, "");
  return supposedDeed.exec(asked)?.[1] ?? asked.replace(howToOpening, "").replace(/\?+$/, "");
}
