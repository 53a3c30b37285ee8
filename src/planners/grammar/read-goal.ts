import { readText } from "../../language/reading.ts";
import { createSheet, type Sheet } from "./fill/sheet.ts";
import type { GoalInput } from "./goal.ts";
import { readGoalWords } from "./search/goal-words.ts";

/** The goal read and ready for filling. */
export function readGoal(input: GoalInput): Sheet {
  const reading = readText(unquoted(input.goal), { now: input.now, zone: input.zone });
  return createSheet(reading, readGoalWords(reading, new Map()));
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
