import type { Json, JsonObject } from "../../plan/json.ts";
import type { BoundTool } from "../packs/bind-tools.ts";
import type { GoalText } from "../packs/goal-text.ts";
import type { PhraseMatch } from "../packs/match-phrase.ts";
import { namedOptions } from "./option-words.ts";

type Site = { bound: BoundTool; goalText: GoalText; match: PhraseMatch };

/** Options of a lesson that is only like the request: words that no slot took and that name an option mean it. */
export function nameOptions(args: JsonObject, { bound, goalText, match }: Site): JsonObject {
  const { phrase, slots, words } = match;
  const filled = new Set(
    phrase.intent.steps.flatMap((step) =>
      Object.entries(step.args)
        .filter(([, value]) => slots.has(slotIn(value)))
        .map(([param]) => param),
    ),
  );
  const isFree = (at: number): boolean =>
    !words.includes(at) && ![...slots.values()].some(({ start, end }) => at >= start && at < end);
  const named = { ...args };
  for (const param of Object.keys(args)) {
    if (filled.has(param)) continue;
    // The one with most words, then the first in the text.
    const [found] = namedOptions(goalText, bound.choices.get(param) ?? [])
      .filter(({ start }) => isFree(start))
      .toSorted((a, b) => b.end - b.start - (a.end - a.start));
    if (found !== undefined) named[param] = found.option;
  }
  return named;
}

function slotIn(template: Json): string {
  return (typeof template === "string" && /^\{(\w+)\}$/.exec(template)?.[1]) || "";
}
