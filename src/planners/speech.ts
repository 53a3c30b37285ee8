import { writtenLanguage } from "../plan/written-language.ts";
import type { PlannerRequest } from "../ports/planner.ts";

export type Speech = "en" | "ru";

/** The language to answer in: the request's, else that of the goal's own words. Wording only, never structure. */
export function speechOf({ locale, goal }: Pick<PlannerRequest, "locale" | "goal">): Speech {
  return locale ?? (/\p{Script=Cyrillic}/u.test(goal) ? (writtenLanguage(goal) ?? "en") : "en");
}
