import { moved } from "../words/when.ts";
import { pattern } from "../words/mark.ts";
import type { Context } from "./context.ts";
import { kindIn, readChoice } from "./read-choice.ts";
import { periodAt } from "./read-times.ts";
import { readComparison, readMeasureCondition } from "./read-measures.ts";
import { markOf, type Reader, recordOf, sensesAt, take, takeAll } from "./reader.ts";
import { type Choice, type Condition, isPuzzle, type Puzzle, type Test } from "./request.ts";

const hedges =
  / (?:think|believe|suspect|might|may|maybe|probably|likely|few|couple|number of|actually|really|seems|looks|like|scheduled|planned|booked|arranged|set up|coming up|in a while|recently|lately|how many|many|too|sure|not sure|can't remember the last time|remember|check|see|know|wonder|wondering|if|whether|at all|outstanding)(?= )/;

/** A statement or question about records or figures, as something that holds or does not. */
export function readCondition(reader: Reader, context: Context): Condition | Puzzle {
  const words = reader.code.trim();
  const measured = readMeasureCondition({ ...reader }, context);
  if (measured !== undefined) return measured;
  const elapsed = readElapsed(reader, context) ?? readNumber(reader, context);
  if (elapsed !== undefined) return elapsed;
  const choice = readToldChoice(reader);
  if (isPuzzle(choice)) return { puzzle: "condition", words };
  const { compare, not, ...rest } = choice;
  return { is: "count", choice: { ...rest, many: true }, compare, not };
}

type Told = Choice & { not: boolean; compare: { way: "more" | "less" | "least" | "most" | "equal"; than: number } };

/** Records that are said to be there, or not to be. */
export function readToldChoice(reader: Reader, loose?: RegExp): Told | Puzzle {
  const deed = deedIn(reader);
  const activity = deed?.field !== undefined;
  const not =
    !activity &&
    take(
      reader,
      / (?:haven't|hasn't|have not|has not|don't|doesn't|do not|does not|didn't|did not|isn't|aren't|not|no|without|never|hadn't|won't|wasn't|weren't)(?= )/,
    ) !== undefined;
  if (!activity) takeAll(reader, / (?:have|has|had)(?= (?!not))/);
  takeAll(reader, hedges);
  const compare = readComparison(reader) ?? { way: "least" as const, than: 1 };
  const recent = deed !== undefined && !activity ? readRecent(reader, deed.kind) : [];
  const kind = kindIn(reader) ?? deed?.kind;
  if (deed !== undefined && !activity) take(reader, new RegExp(` [A-Z]+#${deed.place}(?= )`));
  const past = deed !== undefined && !activity;
  const choice = readChoice(reader, {
    past,
    ...(kind !== undefined && { kind }),
    ...(loose !== undefined && { loose }),
  });
  if (isPuzzle(choice)) return choice;
  return { ...choice, tests: [...choice.tests, ...recent], not, compare };
}

function deedIn(reader: Reader): { kind: string; field?: string; place: string } | undefined {
  for (const [, place = ""] of reader.code.matchAll(pattern(" <D>(?= )", "g"))) {
    const word = markOf(reader, place)?.lower ?? "";
    for (const sense of sensesAt(reader, place)) {
      if (sense.is !== "done") continue;
      const isNoun =
        sensesAt(reader, place).some(({ is }) => is === "kind") && !/ed$|^(?:met|caught up|spoken|written)$/.test(word);
      if (!isNoun) return { kind: sense.kind, place, ...(sense.field !== undefined && { field: sense.field }) };
    }
  }
  return undefined;
}

/** Done within so long: "met with him in the last 5 days". */
function readRecent(reader: Reader, kind: string): Test[] {
  const field = recordOf(reader.scene, kind)?.when;
  if (field === undefined) return [];
  const { now } = reader.scene;
  const span = take(
    reader,
    pattern(" (?:in|for|within|over|during)(?: at least| over| more than)?(?: the)?(?: last| past)? <S>(?= )"),
  );
  const mark = markOf(reader, span?.[1]);
  const from = mark?.is === "span" ? moved(now, -mark.count, mark.unit) : undefined;
  return [...(from === undefined ? [] : [{ field, op: "from" as const, at: from }]), { field, op: "to", at: now }];
}

/** "If it is more than 3": as many of what was asked about just before. */
function readNumber(reader: Reader, { choice }: Context): Condition | undefined {
  if (
    choice === undefined ||
    !/^ (?:(?:it|that|this|there|they|i|the answer)(?: 's| is| are| have)? )?(?:more|less|fewer|over|under|at least|at most|exactly)(?: than)? N#\d+ $/.test(
      reader.code,
    )
  )
    return undefined;
  const compare = readComparison(reader);
  return compare === undefined ? undefined : { is: "count", choice: { ...choice, many: true }, compare, not: false };
}

/** "It's been longer than 10 days": none of the deeds that were spoken of lies within that time. */
function readElapsed(reader: Reader, { choice }: Context): Condition | undefined {
  const groups = take(
    reader,
    pattern(
      " (?:it|that) (?:'s been|has been|is been|was) (?:longer than |more than |over |at least |greater than )?<SW>(?= )",
    ),
  );
  const mark = markOf(reader, groups?.[1]);
  const field = choice === undefined ? undefined : recordOf(reader.scene, choice.kind)?.when;
  if (choice === undefined || field === undefined) return undefined;
  const { now } = reader.scene;
  const since = mark?.is === "span" ? moved(now, -mark.count, mark.unit) : periodAt(reader, groups?.[1], "past")?.from;
  if (since === undefined) return undefined;
  const tests: Test[] = [
    ...choice.tests.filter((test) => test.field !== field),
    { field, op: "from", at: since },
    { field, op: "to", at: now },
  ];
  return { is: "count", choice: { ...choice, tests, many: true }, compare: { way: "least", than: 1 }, not: true };
}
