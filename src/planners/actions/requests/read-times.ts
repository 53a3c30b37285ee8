import { pattern } from "../words/mark.ts";
import { oneDay, type Period, placed, type Tense } from "../words/when.ts";
import { markOf, type Reader, recordOf, sensesAt, take } from "./reader.ts";
import type { Puzzle, Test } from "./request.ts";

const tied =
  "since|after|before|by|until|till|from|on|in|for|during|over|within|of|starting|at|prior to|earlier than|later than|older than|as of|the";

/** When the records are from, by the kind's own time or by the field that is named. */
export function readTimes(reader: Reader, kind: string): Test[] | Puzzle {
  const tests: Test[] = [];
  const record = recordOf(reader.scene, kind);
  const between = take(
    reader,
    pattern(" (?:<FV> (?:date )?)?(?:between|from) (?:the )?<W> (?:and|to|until|till|through) (?:the )?<W>(?= )"),
  );
  if (between !== undefined) {
    const [, named, first, last] = between;
    const field = fieldOf(reader, kind, named);
    const [start, end] = [periodAt(reader, first, record?.tense), periodAt(reader, last, record?.tense)];
    if (field === undefined || start === undefined || end === undefined) return { puzzle: "words", words: "between" };
    tests.push({ field, op: "from", at: start.from }, { field, op: "to", at: end.to });
  }
  const form = pattern(` (?:(?:were |was |last )*<FVD> (?:date )?(?:is |are |was |has )?)?((?:(?:${tied}) )*)<W>(?= )`);
  for (let groups = take(reader, form); groups !== undefined; groups = take(reader, form)) {
    const [, named, words = "", place] = groups;
    const field = fieldOf(reader, kind, named);
    const tense = /since/.test(words) ? "past" : record?.tense;
    const period = periodAt(reader, place, tense);
    if (field === undefined || period === undefined)
      return { puzzle: "words", words: markOf(reader, place)?.text ?? "" };
    tests.push(...bounded(field, words, period));
  }
  return [...tests, ...readClock(reader, kind)];
}

function bounded(field: string, words: string, { from, to }: Period): Test[] {
  if (/since|starting|as of/.test(words)) return [{ field, op: "from", at: from }];
  if (/after|later than/.test(words)) return [{ field, op: "from", at: to }];
  if (/before|prior to|earlier than|older than/.test(words)) return [{ field, op: "to", at: from }];
  if (/by|until|till/.test(words)) return [{ field, op: "to", at: to }];
  return [
    { field, op: "from", at: from },
    { field, op: "to", at: to },
  ];
}

function readClock(reader: Reader, kind: string): Test[] {
  const field = recordOf(reader.scene, kind)?.when;
  const tests: Test[] = [];
  if (field === undefined) return tests;
  const [, today = "", part] = take(reader, / (?:in the |the |(this ))?(morning|afternoon|evening)s?(?= )/) ?? [];
  if (part !== undefined) {
    if (today !== "") tests.push(...bounded(field, "on", oneDay(reader.scene.now)));
    const noon = part === "evening" ? 1080 : 720;
    tests.push({ field, op: part === "morning" ? "clock-to" : "clock-from", minutes: noon });
  }
  const form = pattern(" (before|after|at|in|with|from|until|till|by|between|and|starting at|to|past) <T>(?= )");
  for (let groups = take(reader, form); groups !== undefined; groups = take(reader, form)) {
    const [, word = "", place] = groups;
    const mark = markOf(reader, place);
    if (mark?.is !== "time") continue;
    const { minutes } = mark;
    if (/before|until|till|by|and|to/.test(word)) tests.push({ field, op: "clock-to", minutes });
    else if (/after|with|from|between|past/.test(word)) tests.push({ field, op: "clock-from", minutes });
    else tests.push({ field, op: "clock-from", minutes }, { field, op: "clock-to", minutes: minutes + 1 });
  }
  return tests;
}

/** The date a noun or a deed speaks of; the kind's own time where none is named. */
export function fieldOf(reader: Reader, kind: string, place: string | undefined): string | undefined {
  const senses = sensesAt(reader, place).flatMap((sense) =>
    (sense.is === "field" || sense.is === "done") && sense.kind === kind ? [sense] : [],
  );
  const record = recordOf(reader.scene, kind);
  const dated = senses
    .flatMap(({ field }) => field ?? [])
    .find((name) => /date|moment/.test(record?.fields[name]?.type ?? ""));
  return dated ?? record?.when;
}

export function periodAt(reader: Reader, place: string | undefined, tense?: Tense): Period | undefined {
  const mark = markOf(reader, place);
  return mark?.is === "when" ? placed(mark.when, reader.scene.now, tense) : undefined;
}
