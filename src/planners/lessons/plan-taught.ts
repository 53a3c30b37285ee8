import { prohibitions } from "../../language/prohibition.ts";
import { read } from "../../language/reading.ts";
import type { GoalInput, GrammarOutcome } from "../grammar/goal.ts";
import { buildCalls } from "../packs/build-calls.ts";
import { readGoalText } from "../packs/goal-text.ts";
import { speechOf } from "../speech.ts";
import { lessonOf, type TaughtBook } from "./book.ts";
import { nameOptions } from "./name-options.ts";
import { indexOf, matchTaught } from "./match.ts";

/** What a lesson plans for a request. `whole`: the rule accounts for every word. */
export type TaughtOutcome = { outcome: GrammarOutcome; whole: boolean };

/** Plans by the lesson that covers the request. Undefined where none is like it. */
export function planTaught(input: GoalInput, book: TaughtBook, guesses = false): TaughtOutcome | undefined {
  if (book.rules.length === 0) return undefined;
  const { now, zone, history = [], goal, toolbox } = input;
  const goalText = readGoalText(goal, { setting: { now, zone }, history, vocabulary: indexOf(book).vocabulary });
  const found = matchTaught(goalText, book, { toolbox, guesses });
  if (found === undefined || prohibitions(input.reading ?? read(goal, input)) === "all") return undefined;
  const { rule, tools, match, whole, confidence } = found;
  const built = buildCalls(match, { pack: rule, tools, goalText, speech: speechOf(input), firstId: 1 });
  const lesson = lessonOf(match.phrase.intent);
  if (lesson === undefined || built.calls.length === 0) return undefined;
  if (built.missing.length > 0 && !guesses) return undefined;
  const { reasons } = built;
  const byName = new Map([...tools.values()].map((tool) => [tool.tool, tool]));
  const { byStem } = indexOf(book);
  const fresh = goalText.tokens.flatMap(({ stem, kind }) => (kind === "word" && !byStem.has(stem) ? [stem] : []));
  const calls = whole
    ? built.calls
    : built.calls.map((call) => {
        const bound = byName.get(call.tool);
        return bound === undefined ? call : { ...call, args: nameOptions(call.args, bound, fresh) };
      });
  return { whole, outcome: { kind: "plan", calls, reasons, confidence, lesson } };
}
