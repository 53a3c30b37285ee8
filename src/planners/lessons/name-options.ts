import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { BoundTool } from "../packs/bind-tools.ts";
import type { GoalText } from "../packs/goal-text.ts";
import type { PhraseMatch } from "../packs/match-phrase.ts";
import { findMeaning } from "./align.ts";
import type { TaughtBook } from "./book.ts";

type Site = { bound: BoundTool; goalText: GoalText; match: PhraseMatch; also?: TaughtBook | undefined };

/**
 * Options of a lesson that is only like the request: words that no slot took and that name an option mean it. `also`
 * takes the parameters that other lessons of the tool name by words.
 */
export function nameOptions(args: JsonObject, { bound, goalText, match, also }: Site): JsonObject {
  const named = { ...args };
  const params = also === undefined ? [] : (namedParams(also).get(bound.tool) ?? []);
  for (const param of new Set([...Object.keys(args), ...params])) {
    const option = isFilled(match, param) ? undefined : namedOption(bound.choices.get(param) ?? [], goalText, match);
    if (option !== undefined) named[param] = option;
  }
  return named;
}

/** The option that free words name; the one with most words, then the first in the text. */
function namedOption(choices: readonly Json[], goalText: GoalText, { slots, words }: PhraseMatch): Json | undefined {
  const isTaken = (at: number): boolean =>
    words.includes(at) || [...slots.values()].some(({ start, end }) => at >= start && at < end);
  return choices
    .flatMap((option) => {
      const place = findMeaning(option, goalText);
      return place === undefined || isTaken(place.start) ? [] : [{ option, ...place }];
    })
    .toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)[0]?.option;
}

function isFilled({ phrase, slots }: PhraseMatch, param: string): boolean {
  return phrase.intent.steps.some(({ args }) => slots.has(slotIn(args[param]) ?? ""));
}

function slotIn(template: Json | undefined): string | undefined {
  return typeof template === "string" ? /^\{(\w+)\}$/.exec(template)?.[1] : undefined;
}

/** Parameters that lessons fill by words for an option, by tool. */
const namedParams = memoizeByIdentity(({ rules }: TaughtBook): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { intents, slots, tools } of rules)
    for (const { tool, args } of intents.flatMap(({ steps }) => steps)) {
      const params = Object.keys(args).filter((param) => slots[slotIn(args[param]) ?? ""]?.type === "entity");
      const name = tools[tool]?.name ?? tool;
      found.set(name, new Set([...(found.get(name) ?? []), ...params]));
    }
  return found;
});
