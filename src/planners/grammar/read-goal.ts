import { compact } from "../../plan/compact.ts";
import { read } from "../../language/reading.ts";
import { readDialogue } from "./context/dialogue.ts";
import { type Fact, readFacts } from "./context/facts.ts";
import { createSheet, type Sheet } from "./fill/sheet.ts";
import type { GoalInput } from "./goal.ts";
import { aliasHits, meaningsOf, phraseHits } from "./search/lexicon-hits.ts";
import { readGoalWords, withWords } from "./search/goal-words.ts";
import { toolIndexOf } from "./search/tool-index.ts";

/** The goal read and ready for filling, with the turns it continues and what is known beside it. */
export function readGoal(input: GoalInput): {
  sheet: Sheet;
  past: Sheet | undefined;
  facts: Fact[];
  /** Where the goal itself begins in what was read. */ offset: number;
} {
  const history = input.history ?? [];
  const { request, past } = readDialogue(history);
  const before = request === "" ? "" : `${request} `;
  return {
    sheet: sheetOf(input, before + unquoted(input.goal)),
    past: past === "" ? undefined : sheetOf(input, past),
    facts: readFacts(history),
    offset: before.length,
  };
}

function sheetOf(input: GoalInput, text: string): Sheet {
  const whole = read(text, { now: input.now, zone: input.zone });
  const { names, tools } = toolIndexOf(input.toolbox);
  // A tool called by its name is not a value.
  const reading = {
    ...whole,
    candidates: whole.candidates.filter(
      (candidate) => !names.has(candidate.text.toLowerCase()) || candidate.kind === "phrase",
    ),
  };
  const words = readGoalWords(reading, meaningsOf(input.lexicon));
  const phrases = phraseHits(reading.tokens, input.lexicon);
  const named = phrases.length === 0 ? [] : tools.filter(({ spec }) => phrases.some(({ tool }) => tool === spec.name));
  const said = named.flatMap((tool) =>
    phrases
      .filter((hit) => hit.tool === tool.spec.name)
      .flatMap(({ start }) => tool.nameStems.map((stem) => ({ stem, at: start }))),
  );
  return {
    ...createSheet(reading, withWords(words, said)),
    aliases: aliasHits(reading.tokens, input.lexicon),
    ...compact({ without: input.without }),
  };
}

/** A goal wholly in quotes is the goal; offsets stay. */
function unquoted(goal: string): string {
  const [from, to] = [goal.search(/\S/), goal.trimEnd().length - 1];
  const mark = goal.charAt(from);
  if ((mark !== '"' && mark !== "'" && mark !== "“") || to - from < 2) return goal;
  const closes = /["'”]/.test(goal.charAt(to)) && goal.indexOf(goal.charAt(to), from + 1) === to;
  const open = mark !== "“" && goal.indexOf(mark, from + 1) === -1;
  if (!closes && !open) return goal;
  return `${goal.slice(0, from)} ${closes ? `${goal.slice(from + 1, to)} ${goal.slice(to + 1)}` : goal.slice(from + 1)}`;
}
