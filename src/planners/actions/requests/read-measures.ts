import { pattern } from "../words/mark.ts";
import { dayMs, dayOf, type Period } from "../words/when.ts";
import type { Context } from "./context.ts";
import { markOf, type Reader, sensesAt, take } from "./reader.ts";
import { periodAt } from "./read-times.ts";
import type { Comparison, Condition, Measured, Puzzle } from "./request.ts";

const more = "more|greater|higher|larger|bigger|better";
const less = "less|lower|fewer|smaller|worse";
const rose = "rose|risen|rise|grew|grown|grow|increase|increased|went up|gone up|go up|improve|improved|climbed|jumped";
const fell =
  "fell|fallen|fall|drop|dropped|decrease|decreased|decline|declined|went down|gone down|go down|shrunk|shrank";

/** The measures that are named, in order; those of a group may be named by a superlative. */
export function readMeasured(reader: Reader): Measured | undefined {
  const extreme = take(
    reader,
    pattern(
      " (?:the )?(most|least|biggest|largest|smallest|top|highest|lowest|best|worst|main|number one|fewest)(?: common| popular| used| frequent| visited| successful)? <G>(?= )",
    ),
  );
  if (extreme !== undefined) {
    const [, word = "", place] = extreme;
    const sense = sensesAt(reader, place).find(({ is }) => is === "group");
    if (sense?.is === "group")
      return { is: "extreme", group: sense.group, most: !/least|smallest|lowest|worst|fewest/.test(word) };
  }
  const ids: string[] = [];
  for (let groups = take(reader, measureForm); groups !== undefined; groups = take(reader, measureForm)) {
    const sense = sensesAt(reader, groups[1]).find(({ is }) => is === "measure");
    if (sense?.is === "measure") ids.push(sense.id);
  }
  return ids.length === 0 ? undefined : { is: "measures", ids };
}

const measureForm = pattern(
  " (?:the )?(?:number of |count of |amount of |value of )?<X>(?: metric| metrics| data| figures| numbers| count| <G>)?(?= )",
);

/** The days that are spoken of, both ends within; figures end on the last day that has them. */
export function readPeriod(reader: Reader, context: Context): Period | undefined {
  const last = lastDay(reader) + dayMs;
  const both = take(
    reader,
    pattern(
      " (?:over |for |during )?(?:the period )?(?:from|between) (?:the )?<W> (?:and|to|until|till|through) (?:the )?<W>(?= )",
    ),
  );
  if (both !== undefined) {
    const [a, b] = [periodAt(reader, both[1], "past"), periodAt(reader, both[2], "past")];
    if (a !== undefined && b !== undefined) return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
  }
  const one = take(
    reader,
    pattern(
      " (?:(since|starting|from|after|as of|on|in|over|for|during|within|of|throughout|up to|until)(?: the)? )?<W>(?: onwards)?(?= )",
    ),
  );
  if (one === undefined)
    return take(
      reader,
      / (?:over|for|during|in|across) (?:that|this|the same) (?:period|time|range|week|timeframe|time period)(?= )/,
    )
      ? context.period
      : undefined;
  const [, word = "", place] = one;
  const period = periodAt(reader, place, "past");
  if (period === undefined) return undefined;
  if (/since|starting|from|as of/.test(word)) return { from: period.from, to: last };
  if (word === "after") return { from: period.to, to: last };
  return { from: period.from, to: Math.min(period.to, last) };
}

export function lastDay({ scene }: Reader): number {
  return dayOf(scene.now) + (scene.pack.measures?.until ?? 0) * dayMs;
}

/** "Was more than 10 at any time since May", "fell by 5 % against last Monday", "was higher than direct traffic". */
export function readMeasureCondition(reader: Reader, context: Context): Condition | Puzzle | undefined {
  const measured = readMeasured(reader);
  if (measured?.is === "extreme") {
    const one = readMeasured(reader);
    const period = readPeriod(reader, context);
    if (one?.is !== "measures" || one.ids[0] === undefined || period === undefined)
      return { puzzle: "condition", words: reader.code.trim() };
    return { is: "top", measure: one.ids[0], group: measured.group, most: measured.most, period };
  }
  const ids = measured?.is === "measures" ? measured.ids : [];
  const measure = ids[0] ?? (/ (?:it|they|this|that) /.test(reader.code) ? context.measure : undefined);
  if (measure === undefined) return undefined;
  const puzzle: Puzzle = { puzzle: "condition", words: reader.code.trim() };
  const change = readChange(reader, measure);
  if (change !== undefined) return change;
  const compare = readComparison(reader);
  const period = readPeriod(reader, context);
  if (period === undefined) return puzzle;
  const way = pattern(` (?:(${more})|(${less})) than`).exec(reader.code);
  if (ids[1] !== undefined && way !== null)
    return { is: "rank", measure, than: ids[1], period, way: way[1] === undefined ? "less" : "more" };
  const how = howIn(reader, period);
  return compare === undefined || how === undefined ? puzzle : { is: "days", measure, period, compare, how };
}

function howIn({ code }: Reader, period: Period): "any" | "all" | "sum" | "mean" | undefined {
  if (/ any (?:time|point|day|given day|stage)| ever | at all | a single day| one day/.test(code)) return "any";
  if (/ (?:every|each) day| always | all the time | throughout /.test(code)) return "all";
  if (/ in total | altogether | combined | overall | total of /.test(code)) return "sum";
  if (/ on average | average of | mean of /.test(code)) return "mean";
  return period.to - period.from <= dayMs ? "any" : undefined;
}

/** A number something is held against. */
export function readComparison(reader: Reader): Comparison | undefined {
  const groups = take(
    reader,
    pattern(
      ` (?:(no more than|at most|not more than|up to)|(no less than|at least|not less than|no fewer than|a minimum of)|((?:${more}) than|over|above|exceeded|exceeds|exceed|exceeding|past|beyond)|((?:${less}) than|under|below)|(exactly|equal to|just)) <N>(?: or (more|less|fewer))?(?= )`,
    ),
  );
  if (groups === undefined) return undefined;
  const [, most, least, above, below, , place] = groups;
  const mark = markOf(reader, place);
  if (mark?.is !== "number") return undefined;
  const way = most ? "most" : least ? "least" : above ? "more" : below ? "less" : "equal";
  return { way, than: mark.value };
}

/** One day or period held against another. */
function readChange(reader: Reader, measure: string): Condition | undefined {
  const places = [...reader.code.matchAll(pattern(" <W>(?= )", "g"))].map((match) => match[1]);
  const [first, second] = places.map((place) => periodAt(reader, place, "past"));
  const verb = new RegExp(` (?:${rose}|${fell})(?= )`).test(reader.code);
  const up = new RegExp(` (?:${more}|${rose}|up)(?= )(?! than [CN]#)`).test(
    reader.code.replace(/ (?:more|less) than(?= [CN]#)/g, " "),
  );
  const down = new RegExp(` (?:${less}|${fell}|down)(?= )`).test(
    reader.code.replace(/ (?:more|less) than(?= [CN]#)/g, " "),
  );
  if (first === undefined || up === down || places.length > 2) return undefined;
  // What is said of now is said of the last day that has figures.
  const now = { from: lastDay(reader), to: lastDay(reader) + dayMs };
  if (second === undefined && !verb && !/ (?:is|are|than it was|than they were|compared) /.test(reader.code))
    return undefined;
  const other = second ?? now;
  // The later of the two is what is spoken of, the earlier what it is held against.
  const [of, against] = first.from > other.from ? [first, other] : [other, first];
  const share = markOf(reader, pattern(" <C>(?= )").exec(reader.code)?.[1]);
  const by = markOf(reader, pattern(" <N>(?= )").exec(reader.code)?.[1]);
  return {
    is: "change",
    measure,
    of,
    against,
    way: up ? "more" : "less",
    ...(share?.is === "percent" && { share: share.value }),
    ...(by?.is === "number" && { by: by.value }),
  };
}
