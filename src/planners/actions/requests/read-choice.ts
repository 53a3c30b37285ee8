import type { PackTest } from "../../packs/records.ts";
import { type Mark, pattern } from "../words/mark.ts";
import { dayOf, moved } from "../words/when.ts";
import { periodAt, readTimes } from "./read-times.ts";
import { leftOver, markOf, type Reader, recordOf, sensesAt, take, takeAll } from "./reader.ts";
import { type Choice, isPuzzle, type Puzzle, shortName, type Test } from "./request.ts";

/** Records in words: "all of Lena's leads that are interested in software". Everything that is left over is a puzzle. */
export function readChoice(
  reader: Reader,
  hint: { kind?: string; past?: boolean; loose?: RegExp } = {},
): Choice | Puzzle {
  const said = saidBy(reader);
  const named = kindIn(reader);
  const kind = hint.kind ?? named;
  // "Close all of it" does not say of what.
  const isNamed = named !== undefined;
  const record = kind === undefined ? undefined : recordOf(reader.scene, kind);
  if (kind === undefined || record === undefined) return { puzzle: "kind", words: said };
  // "Were last contacted" tells when, not which.
  reader.code = reader.code.replace(/ (were|was|are|been) last (?=[A-Z]*D[A-Z]*#)/, " $1 ");
  const shape = shapeOf(reader, kind);
  const tests: Test[] = readActivity(reader, kind);
  const name = readName(reader);
  tests.push(...readMarks(reader, kind));
  const times = readTimes(reader, kind);
  if (isPuzzle(times)) return times;
  tests.push(...readPeople(reader, kind), ...readOptions(reader, kind));
  const dated = times.some(({ op }) => op === "from" || op === "to");
  // An hour alone is one of every day there is.
  if (times.length > 0 && !dated && !shape.timed && shape.pick === undefined)
    return { puzzle: "missing", words: said, kind };
  const timed = times.length > 0 || shape.timed || tests.some(({ field }) => field === record.when);
  if (!timed && hint.past !== true) tests.push(...testsOf(record.only, reader));
  const left = leftOver(reader).filter((word) => hint.loose?.test(word) !== true);
  const title = left.length === 0 || name !== undefined ? undefined : nounTitle(reader, kind, left);
  if (title !== undefined) return { ...shaped(), name: title };
  if (left.length > 0) return { puzzle: "words", words: left.join(" ") };
  // Nothing but a noun means every record there is: that must be said in so many words.
  const bare = tests.length + times.length + shape.tests.length === 0 && name === undefined && shape.pick === undefined;
  if (bare && !(shape.all && isNamed)) return { puzzle: "missing", words: said, kind };
  return shaped();

  function shaped(): Choice {
    return {
      kind: kind ?? "",
      tests: [...tests, ...(isPuzzle(times) ? [] : times), ...shape.tests],
      many: shape.many,
      said,
      ...(name !== undefined && { name }),
      ...(shape.pick !== undefined && { pick: shape.pick }),
    };
  }
}

/** Words right before the noun that mean nothing else are the name: "my next budget review meeting". */
function nounTitle({ scene }: Reader, kind: string, left: readonly string[]): string | undefined {
  const { marks, source } = scene;
  for (const [at, mark] of marks.entries()) {
    if (mark.is !== "senses" || !mark.senses.some((sense) => sense.is === "kind" && sense.kind === kind)) continue;
    let from = at;
    while (from > 0 && isTitleWord(marks[from - 1])) from -= 1;
    const words = marks.slice(from, at).map(({ text }) => text.toLowerCase());
    if (from < at && left.every((word) => words.includes(word.toLowerCase())))
      return source.slice(marks[from]?.from, marks[at - 1]?.to);
    // In Russian the name stands behind its noun: "закрой задачу вёрстка меню".
    let end = at + 1;
    while (isTitleWord(marks[end]) && /\p{Script=Cyrillic}/u.test(marks[end]?.text ?? "")) end += 1;
    const behind = marks.slice(at + 1, end).map(({ text }) => text.toLowerCase());
    if (behind.length > 0 && end === marks.length && left.every((word) => behind.includes(word.toLowerCase())))
      return source.slice(marks[at + 1]?.from, marks[end - 1]?.to);
  }
  return undefined;
}

function isTitleWord(mark: Mark | undefined): boolean {
  if (mark === undefined || (mark.is !== "word" && mark.is !== "name" && mark.is !== "senses")) return false;
  return !/^(?:my|the|a|an|our|all|any|every|each|next|first|last|latest|of|in|on|with|for|and|to|future|upcoming|this|that|cancel|delete|remove|rename|move|if|have|has)$/.test(
    mark.lower,
  );
}

/** The kind that is named, or whose option, mark or place is. */
export function kindIn(reader: Reader): string | undefined {
  for (const letter of ["K", "O", "M", "P", "D"]) {
    const place = pattern(` <${letter}> `).exec(reader.code)?.[1];
    const wanted = { K: "kind", O: "option", M: "mark", P: "place", D: "done" }[letter];
    for (const sense of sensesAt(reader, place)) if (sense.is === wanted && "kind" in sense) return sense.kind;
  }
  return keyedKind(reader);
}

/** The kind whose records go by short names, where one is said and there is only one such kind: "assign STU-4". */
function keyedKind(reader: Reader): string | undefined {
  const said = [...reader.code.matchAll(pattern(" <U>(?= )", "g"))].some(([, at]) =>
    shortName.test(markOf(reader, at)?.text ?? ""),
  );
  const kinds = said ? Object.entries(reader.scene.pack.records).filter(([, { key }]) => key !== undefined) : [];
  return kinds.length === 1 ? kinds[0]?.[0] : undefined;
}

type Shape = { many: boolean; all: boolean; timed: boolean; pick?: NonNullable<Choice["pick"]>; tests: Test[] };

/** How many, which of them, and the words for the kind itself. */
function shapeOf(reader: Reader, kind: string): Shape {
  const { scene } = reader;
  const when = recordOf(scene, kind)?.when;
  const picked = take(
    reader,
    pattern(
      " (?:the |my |our )?(?:<N> )?(?:very )?(first|earliest|soonest|next|upcoming|last|latest|most recent|most recently [A-Z]+#\\d+|least recently [A-Z]+#\\d+|newest|oldest|final)(?: <N>)?(?= (?!time |one to ))",
    ),
  );
  const [, before = "", which = "", behind = ""] = picked ?? [];
  const place = behind === "" ? before : behind;
  const noun = nounOf(reader, kind);
  const count = numberAt(reader, place) ?? 1;
  const later = take(reader, / (?:future|upcoming|coming|remaining|later)(?= )/);
  const sooner = take(reader, / (?:past|previous|old|earlier)(?= )/);
  const all = takeAll(reader, / (?:all|any|every|each|both)(?: of)?(?= )/).length > 0;
  const tests: Test[] = [];
  if (when !== undefined && (/next|upcoming/.test(which) || later !== undefined))
    tests.push({ field: when, op: "from", at: scene.now });
  if (when !== undefined && sooner !== undefined) tests.push({ field: when, op: "to", at: scene.now });
  const end = /last|latest|most recent|newest|final/.test(which) ? "last" : "first";
  const plural =
    noun?.endsWith("s") === true || noun === undefined || /(?:^|\|) (?:them|those|these) /.test(reader.code);
  const upcoming = which === "upcoming" && plural;
  return {
    all,
    many: all || (plural && picked === undefined) || upcoming,
    timed: tests.length > 0,
    tests,
    ...(picked !== undefined && !upcoming && { pick: { end, count } }),
  };
}

function nounOf(reader: Reader, kind: string): string | undefined {
  const places = [...reader.code.matchAll(pattern(" <KP>(?= )", "g"))].filter(([, at]) =>
    sensesAt(reader, at).some((sense) => "kind" in sense && sense.kind === kind && sense.is === "kind"),
  );
  // "Contacted" is what was done, though "contact" may be somebody; a "bed" is a bed.
  const says = new Set(recordOf(reader.scene, kind)?.says);
  const isNoun = (word: string): boolean => says.has(word) || !word.endsWith("ed");
  const place = places.find(([, at]) => isNoun(markOf(reader, at)?.lower ?? ""))?.[1];
  const option = pattern(" <O>(?= )").exec(reader.code)?.[1];
  for (const [, at] of reader.code.matchAll(pattern(" (?:in |on |from )?(?:the |our |my )?<P>(?= )", "g")))
    if (at !== undefined) take(reader, pattern(` (?:in |on |from |to )?(?:the |our |my )?[A-Z]*P[A-Z]*#${at}(?= )`));
  const noun = markOf(reader, place ?? option)?.lower;
  if (place !== undefined) take(reader, new RegExp(` [A-Z]+#${place}(?= )`));
  return noun;
}

function numberAt(reader: Reader, place: string | undefined): number | undefined {
  const mark = markOf(reader, place);
  return mark?.is === "number" ? mark.value : undefined;
}

const naming =
  "(?:about|regarding|concerning|called|named|titled|entitled|with the (?:title|subject|name)|with (?:title|subject|name)|with the <F>|mentioning|containing|whose <F> is|where the <F> is)";

function readName(reader: Reader): string | undefined {
  const groups =
    take(reader, pattern(` ${naming} (?:is |of )?<QU>(?= )`)) ?? take(reader, pattern(" <QU>(?: <F>(?= in))?(?= )"));
  return groups === undefined
    ? undefined
    : markOf(
        reader,
        groups.findLast((group) => /^\d+$/.test(group)),
      )?.text;
}

/** "Haven't been contacted in 3 weeks": the date that such a deed renews is older than that. */
function readActivity(reader: Reader, kind: string): Test[] {
  const lately = "(?:in|for|within|over|during|since)(?: at least| over| more than)?(?: the)?(?: last| past)?";
  const absent = take(
    reader,
    pattern(
      ` (?:haven't|hasn't|have not|has not|had not|hadn't|weren't|not|no|never|without|aren't)(?: been| had| any| recently)* <D>([^|]*?) ${lately} <SW>(?= )`,
    ),
  );
  if (absent === undefined) return [];
  const [, deed, between = "", length] = absent;
  const sense = sensesAt(reader, deed).find((one) => one.is === "done" && one.kind === kind && one.field !== undefined);
  const field = sense?.is === "done" ? sense.field : undefined;
  // What stands between the deed and the time still says which records are meant.
  reader.code = `${reader.code} ${between} `;
  const mark = markOf(reader, length);
  const { now } = reader.scene;
  if (field !== undefined && mark?.is === "span")
    return [{ field, op: "to", at: dayOf(moved(now, -mark.count, mark.unit)) }];
  const period = periodAt(reader, length, "past");
  if (field !== undefined && period !== undefined) return [{ field, op: "to", at: period.from }];
  reader.code += ` ${markOf(reader, deed)?.text ?? "?"} `;
  return [];
}

function readMarks(reader: Reader, kind: string): Test[] {
  const tests: Test[] = [];
  for (const [, place] of reader.code.matchAll(pattern(" <M>(?= )", "g"))) {
    const sense = sensesAt(reader, place).find((one) => one.is === "mark" && one.kind === kind);
    if (sense?.is !== "mark") continue;
    take(reader, new RegExp(` [A-Z]+#${place}(?= )`));
    tests.push(...testsOf(sense.where, reader));
  }
  return tests;
}

function testsOf(where: readonly PackTest[], { scene }: Reader): Test[] {
  const moment = (at: "today" | "now"): number => (at === "today" ? dayOf(scene.now) : scene.now);
  return where.flatMap(({ field, is, not, before, from }): Test[] => [
    ...(is === undefined ? [] : [{ field, op: "is" as const, values: is }]),
    ...(not === undefined ? [] : [{ field, op: "not" as const, values: not }]),
    ...(before === undefined ? [] : [{ field, op: "to" as const, at: moment(before) }]),
    ...(from === undefined ? [] : [{ field, op: "from" as const, at: moment(from) }]),
  ]);
}

const roles: readonly [string, RegExp][] = [
  ["owner", pattern(" <A> 's(?= )")],
  [
    "sent",
    pattern(
      " (?:that |which )?<A> (?:has |have |had |might have )?(?:sent|wrote|written|emailed)(?: to)?(?: me| us)?(?= )",
    ),
  ],
  ["to", pattern(" (?:that )?(?:i |we )?(?:have )?sent (?:to )?<A>(?= )")],
  [
    "owner",
    pattern(
      " (?:that are |which are |currently )?(?:assigned to|belonging to|that belongs? to|which belongs? to|belongs? to|owned by|managed by|handled by) <A>(?= )",
    ),
  ],
  [
    "owner",
    pattern(" (?:that |which )?<A> (?:has|have|had|owns|manages|is (?:working on|responsible for|assigned))(?= )"),
  ],
  ["from", pattern(" from <A>(?= )")],
  ["to", pattern(" (?:to|sent to) <A>(?= )")],
  ["by", pattern(" by <A>(?= )")],
  ["with", pattern(" (?:with|for|of|involving|and|between me and) <A>(?= )")],
  ["owner", pattern(" <A>(?= )")],
];

/** Persons said of the records, each in its role. */
function readPeople(reader: Reader, kind: string): Test[] {
  const record = recordOf(reader.scene, kind);
  if (record?.who === undefined) return [];
  const found: { role: string; ids: string[] }[] = [];
  for (const [role, form] of roles)
    for (const groups of takeAll(reader, form)) {
      const mark = markOf(reader, groups[1]);
      if (mark?.is === "person") found.push({ role, ids: mark.people.map(({ id }) => id) });
    }
  if (found.length === 0) return [];
  const values = found.flatMap(({ ids }) => ids);
  return [{ field: record.who, op: "is", values }, ...testsOf(record.roles[found[0]?.role ?? ""] ?? [], reader)];
}

/** Options said of the records; two of one field mean either. */
function readOptions(reader: Reader, kind: string): Test[] {
  const tests = new Map<string, Extract<Test, { op: "is" | "not" }>>();
  dropNouns(reader, kind);
  const form = pattern(
    " (?:(not|isn't|aren't|haven't been|hasn't been|other than|except) )?(?:yet |already |marked as |still |on |in |the |a |an |for |status )*(?:<F> (?:in |is |are |of |as |to )?(?:the |a )?)?<O>(?: <F>)?(?= )",
  );
  for (const [, negated, before, place, after] of takeAll(reader, form)) {
    const fields = [before, after].flatMap((at) =>
      sensesAt(reader, at).flatMap((one) => (one.is === "field" && one.kind === kind ? [one.field] : [])),
    );
    const options = sensesAt(reader, place).flatMap((one) => (one.is === "option" && one.kind === kind ? [one] : []));
    const option = options.find(({ field }) => fields.includes(field)) ?? options[0];
    if (option === undefined) {
      reader.code += ` ${markOf(reader, place)?.text ?? "?"} `;
      continue;
    }
    const op = negated === "" ? "is" : "not";
    const known = tests.get(option.field);
    tests.set(option.field, { field: option.field, op, values: [...(known?.values ?? []), option.value] });
  }
  return [...tests.values()];
}

/** In "qualified leads" the noun only says what kind is meant: the option before it counts. */
export function dropNouns(reader: Reader, kind: string): void {
  const fieldAt = (place: string | undefined): string | undefined =>
    sensesAt(reader, place).flatMap((one) => (one.is === "option" && one.kind === kind ? [one.field] : []))[0];
  for (const [pair, first, second] of reader.code.matchAll(pattern(" <O> <O>(?= )", "g")))
    if (fieldAt(first) !== undefined && fieldAt(first) === fieldAt(second))
      reader.code = reader.code.replace(pair, pair.slice(0, pair.lastIndexOf(" ")));
}

function saidBy({ code, scene }: Reader): string {
  const places = [...code.matchAll(/#(\d+)/g)].map((match) => Number(match[1]));
  const [first, last] = [scene.marks[Math.min(...places)], scene.marks[Math.max(...places)]];
  return first === undefined || last === undefined ? code.trim() : scene.source.slice(first.from, last.to);
}
