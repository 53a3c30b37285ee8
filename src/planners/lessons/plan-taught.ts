import { prohibitions } from "../../language/clauses/prohibition.ts";
import { read, type Reading } from "../../language/reading.ts";
import { schemaCheck } from "../../plan/schema-check.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { GoalInput, GrammarOutcome, PlannedCall, Reason } from "../grammar/goal.ts";
import type { BoundTool } from "../packs/bind-tools.ts";
import { buildCalls } from "../packs/build-calls.ts";
import { readGoalText } from "../packs/goal-text.ts";
import type { PackIntent } from "../packs/pack.ts";
import { speechOf } from "../speech.ts";
import { indexOf } from "./book-index.ts";
import { lessonOf, type TaughtBook } from "./book.ts";
import { learnArguments } from "./learn-arguments.ts";
import { learnedFrom } from "./learned.ts";
import { nameOptions } from "./name-options.ts";
import { matchTaught } from "./match.ts";

/**
 * What a lesson plans for a request. `whole`: the rule accounts for every word; `leavesValue`: not even for every value.
 * `isShown`: whether enough lessons show a tool that a best guess goes by them alone.
 */
export type TaughtOutcome = {
  outcome: GrammarOutcome;
  whole: boolean;
  leavesValue: boolean;
  isShown: (tool: string) => boolean;
};

/** Lessons of a tool that show how people ask for it; fewer may leave most of its forms out. */
const enoughLessons = 3;

/** Plans by the lesson that covers the request. Undefined where none is like it. */
export function planTaught(input: GoalInput, book: TaughtBook, guesses = false): TaughtOutcome | undefined {
  if (book.rules.length === 0) return undefined;
  const { now, zone, history = [], goal, toolbox } = input;
  const goalText = readGoalText(goal, {
    setting: { now, zone },
    history,
    vocabulary: indexOf(book).vocabulary,
  });
  const reading = input.reading ?? read(goal, input);
  const found = matchTaught(goalText, book, { toolbox, guesses, reading });
  if (found === undefined || prohibitions(reading) === "all") return undefined;
  const { rule, tools, match, whole, leavesValue, confidence } = found;
  const built = buildCalls(match, {
    pack: rule,
    tools,
    goalText,
    speech: speechOf(input),
    firstId: 1,
  });
  const lesson = lessonOf(match.phrase.intent);
  if (lesson === undefined || built.calls.length === 0) return undefined;
  const isTaken = (call: PlannedCall): boolean => takesTaught(call, match.phrase.intent.steps, { tools, toolbox });
  if (!guesses && (built.missing.length > 0 || !built.calls.every(isTaken))) return undefined;
  if (!isCarried(built.calls, input.surface)) return undefined;
  const reasons = built.reasons.map((one) => withEnding(one, reading));
  const bounds = new Map([...tools.values()].map((one) => [one.tool, one]));
  const isShown = (tool: string): boolean =>
    guesses && (learnedFrom(book).byTool.get(tool)?.length ?? 0) >= enoughLessons;
  const calls = built.calls.map((call) => {
    const bound = bounds.get(call.tool);
    if (bound === undefined || (whole && !guesses)) return call;
    const tool = toolbox.find(({ name }) => name === call.tool);
    const site = { bound, tool, goalText, match, book };
    const isLearned = isShown(call.tool) && match.phrase.intent.steps.length === 1;
    return {
      ...call,
      args: isLearned ? learnArguments(call.args, site) : nameOptions(call.args, site),
    };
  });
  return {
    whole,
    leavesValue,
    isShown,
    outcome: { kind: "plan", calls, reasons, confidence, lesson },
  };
}

/** The ending of a name belongs to it: "Ann's". */
function withEnding(reason: Reason, { spans }: Reading): Reason {
  const ending = spans.find(({ kind, from }) => kind === "possessive" && from === reason.to);
  return ending === undefined ? reason : { ...reason, to: ending.to, words: `${reason.words}${ending.text}` };
}

/** A surface that can carry conditions and iterations. */
export const anyFeature = { conditions: true, iteration: true };

/** Whether the surface can carry the conditions and iterations of the calls. */
function isCarried(calls: readonly PlannedCall[], surface: GoalInput["surface"]): boolean {
  return calls.every(
    ({ when, forEach }) =>
      (when === undefined || surface?.conditions === true) && (forEach === undefined || surface?.iteration === true),
  );
}

type Toolset = { tools: ReadonlyMap<string, BoundTool>; toolbox: readonly ToolSpec[] };

/** A tool that no longer takes a taught argument, or takes it as another type, is not the tool of the lesson. */
function takesTaught({ tool, args }: PlannedCall, steps: PackIntent["steps"], { tools, toolbox }: Toolset): boolean {
  const spec = toolbox.find(({ name }) => name === tool);
  const wanted = steps.filter((step) => tools.get(step.tool)?.tool === tool);
  const count = Object.keys(args).length;
  if (spec === undefined || !wanted.some((step) => Object.keys(step.args).length === count)) return false;
  // The type of a reference is known when the plan runs.
  if (JSON.stringify(args).includes("{{")) return true;
  const result = schemaCheck(spec.inputSchema)(args);
  return "fault" in result || result.errors.every(({ keyword }) => keyword !== "type");
}
