import { pattern } from "../words/mark.ts";
import { minuteMs } from "../words/when.ts";
import type { Context } from "./context.ts";
import { kindIn, readChoice } from "./read-choice.ts";
import { minutesOf } from "./read-create.ts";
import { periodAt } from "./read-times.ts";
import { markOf, type Reader, recordOf, sensesAt, take } from "./reader.ts";
import { type Action, type Choice, type FieldValue, isPuzzle, type Puzzle, type Whom } from "./request.ts";

const place = "(?: (?:in|on) the <P>)?";

/** Somebody takes records over: "reassign … to Raj", "give Raj …". */
export function readAssign(reader: Reader, context: Context): Action | Puzzle {
  const first = take(reader, pattern("^ <A>(?! 's)(?= )"));
  const groups = first ?? takeLast(reader, pattern(` (?:over )?to <A>(?! 's)(?= )`, "g"));
  const mark = markOf(reader, groups?.[1]);
  if (mark?.is !== "person") return { puzzle: "missing", words: reader.code.trim(), field: "person" };
  return assignTo(reader, { is: "person", people: mark.people, said: mark.text }, context);
}

export function assignTo(reader: Reader, whom: Whom, context: Context): Action | Puzzle {
  const choice = readTarget(reader, context);
  if (isPuzzle(choice)) return choice;
  const field = recordOf(reader.scene, choice.kind)?.who;
  if (field === undefined) return { puzzle: "words", words: choice.said };
  return { do: "change", choice, field, value: { is: "whom", whom } };
}

/** The records something is done to; a pronoun stands for those spoken of last. */
export function readTarget(reader: Reader, context: Context, kind?: string): Choice | Puzzle {
  const hint = kindIn(reader) ?? kind ?? (/ U#\d+ /.test(reader.code) ? namedKind(reader) : undefined);
  const isPronoun =
    /^(?:[ |]|it|them|those|these|that|all|of|in|on|from|the|please|over|[A-Z]*P[A-Z]*#\d+)*$/.test(reader.code) &&
    / (?:it|them|those|these|that) /.test(reader.code);
  if (isPronoun) {
    if (context.choice === undefined) return { puzzle: "missing", words: reader.code.trim() };
    return { ...context.choice, many: context.choice.many || / (?:them|those|these) /.test(reader.code) };
  }
  const ones = context.choice !== undefined && take(reader, / ones?(?= )/) !== undefined;
  const base = ones ? context.choice : undefined;
  if (base === undefined && / ones? /.test(reader.code)) return { puzzle: "missing", words: reader.code.trim() };
  const choice = readChoice(
    reader,
    base !== undefined ? { kind: base.kind, past: true } : hint === undefined ? {} : { kind: hint },
  );
  if (isPuzzle(choice) || base === undefined) return choice;
  const narrowed = new Set(choice.tests.map(({ field }) => field));
  return {
    ...base,
    tests: [...base.tests.filter(({ field }) => !narrowed.has(field)), ...choice.tests],
    many: choice.many,
    ...(choice.pick !== undefined && { pick: choice.pick }),
  };
}

/** The kind whose records go by names of their own. */
export function namedKind({ scene }: Reader): string | undefined {
  const named = Object.entries(scene.pack.records).filter(([, { entity }]) => entity !== undefined);
  return named.length === 1 ? named[0]?.[0] : undefined;
}

/** A field gets a value: "move … to done", "change the name of … to …", "mark … as won". */
export function readSet(reader: Reader, context: Context): Action | Puzzle {
  return (
    readNamedField(reader, context) ??
    readOptionTarget(reader, context) ??
    readReschedule(reader, context) ??
    readAssign(reader, context)
  );
}

/** The field is named: before the records, or behind them as what they own. */
function readNamedField(reader: Reader, context: Context): Action | Puzzle | undefined {
  const { code } = reader;
  const before = pattern(
    "^ (?:the |its |their )?<F>(?: date)?(?: (?:of|for|on)|(?= [A-Z]*K[A-Z]*#)) (.*?) (?:to|as) (?:be )?(.+)$",
  ).exec(code);
  const behind = pattern(
    "^ (.*?(?:(?<=[KUQ][A-Z]*#\\d+) 's|[A-Z]*[KUQ][A-Z]*#\\d+|A#\\d+ 's)) <F> (?:date )?(?:to|as) (?:be )?(.+)$",
  ).exec(code);
  const [field, target, value] =
    before !== null ? [before[1], before[2], before[3]] : behind !== null ? [behind[2], behind[1], behind[3]] : [];
  if (field === undefined || target === undefined || value === undefined) return undefined;
  const cut = splitText(`${target} to ${value}`);
  const choice = readTarget({ ...reader, code: ` ${cut.target} ` }, context, kindOfField(reader, field));
  if (isPuzzle(choice)) return choice;
  const name = sensesAt(reader, field).flatMap((one) =>
    one.is === "field" && one.kind === choice.kind ? [one.field] : [],
  )[0];
  if (name === undefined) return { puzzle: "words", words: markOf(reader, field)?.text ?? "" };
  const read = readValue({ ...reader, code: ` ${cut.value} ` }, choice.kind, name);
  return isPuzzle(read) ? read : { do: "change", choice, field: name, value: read };
}

function kindOfField(reader: Reader, field: string): string | undefined {
  const kinds = sensesAt(reader, field).flatMap((one) => (one.is === "field" ? [one.kind] : []));
  return kinds.length === 1 ? kinds[0] : undefined;
}

/** Parts "records to value" where the value begins: at the last "to" before which all is said. */
function splitText(text: string): { target: string; value: string } {
  const parts = text.split(" to ");
  const at = parts.findIndex(
    (part, i) => i > 0 && !/^(?:[A-Z]*A[A-Z]*#\d+)(?: |$)/.test(part) && parts.slice(0, i).join(" ") !== "",
  );
  const cut = at < 1 ? 1 : at;
  return { target: parts.slice(0, cut).join(" to "), value: parts.slice(cut).join(" to ") };
}

/** A value for a field, in the words of its type. */
export function readValue(reader: Reader, kind: string, field: string): FieldValue | Puzzle {
  const type = recordOf(reader.scene, kind)?.fields[field]?.type;
  const puzzle: Puzzle = { puzzle: "missing", words: reader.code.trim(), field, kind };
  const at = (letters: string) => markOf(reader, take(reader, pattern(` (?:the |a |be )*<${letters}>(?= )`))?.[1]);
  if (type === "text") return { is: "value", value: rawText(reader) };
  if (type === "option") {
    const groups = take(reader, pattern(" (?:the |a )?<O>(?: <F>)?(?= )"));
    const option = sensesAt(reader, groups?.[1]).find(
      (one) => one.is === "option" && one.kind === kind && one.field === field,
    );
    return option?.is === "option" ? { is: "value", value: option.value } : puzzle;
  }
  const mark = type === "person" ? at("A") : type === "minutes" ? at("S") : at("W");
  if (type === "person" && mark?.is === "person")
    return { is: "whom", whom: { is: "person", people: mark.people, said: mark.text } };
  if (type === "minutes" && mark?.is === "span") return { is: "value", value: minutesOf(mark) };
  const period = mark?.is === "when" ? periodAt(reader, String(reader.scene.marks.indexOf(mark)), "future") : undefined;
  if (period === undefined) return puzzle;
  const clock = at("T");
  const minutes = clock?.is === "time" ? clock.minutes : undefined;
  return { is: "moment", at: period.from + (minutes ?? 0) * minuteMs, dateOnly: minutes === undefined };
}

/** Text as it was written: a quotation, or all up to the end. */
function rawText({ scene, code }: Reader): string {
  const quote = pattern(" <Q> ").exec(code)?.[1];
  const marked = quote === undefined ? undefined : scene.marks[Number(quote)];
  if (marked !== undefined) return marked.text;
  const words = code.trim().split(" ");
  const from = findWords(scene.source, words, scene.marks);
  return from.trim();
}

function findWords(source: string, units: readonly string[], marks: Reader["scene"]["marks"]): string {
  const texts = units.map((unit) => marks[Number(/#(\d+)$/.exec(unit)?.[1] ?? -1)]?.lower ?? unit);
  for (let at = 0; at + texts.length <= marks.length; at += 1)
    if (texts.every((text, k) => marks[at + k]?.lower === text))
      return source.slice(marks[at]?.from, marks[at + texts.length - 1]?.to);
  return texts.join(" ");
}

/** An option that begins with its preposition, at the end: "переведи … в работу". */
function ownPreposition(reader: Reader): string | undefined {
  const at = pattern(" <O> $").exec(reader.code)?.[1];
  if (!/^(?:в|во|на|in|to|on)\s/i.test(markOf(reader, at)?.text ?? "")) return undefined;
  return takeLast(reader, pattern(" <O>(?= $)", "g"))?.[1];
}

function readOptionTarget(reader: Reader, context: Context): Action | Puzzle | undefined {
  const groups = takeLast(
    reader,
    pattern(
      ` (?:from (?:the )?<O>(?: <F>)? )?(?:back )?(?:to|as|into|onto|in|on) (?:being |the |be |a )*<O>(?: <F>)?(?=${place} (?:\\||please|$)|${place} $)`,
      "g",
    ),
  );
  const own = groups === undefined ? ownPreposition(reader) : undefined;
  if (groups === undefined && own === undefined) return undefined;
  const [, was, , option] = groups ?? ["", "", "", own];
  const kind = kindIn(reader);
  const senses = sensesAt(reader, option).flatMap((one) => (one.is === "option" ? [one] : []));
  const target = kind === undefined ? senses[0]?.kind : kind;
  const choice = readTarget(reader, context, target);
  if (isPuzzle(choice)) return choice;
  const set = senses.find((one) => one.kind === choice.kind);
  if (set === undefined) return { puzzle: "words", words: markOf(reader, option)?.text ?? "" };
  const from = sensesAt(reader, was).find(
    (one) => one.is === "option" && one.kind === choice.kind && one.field === set.field,
  );
  const tests =
    from?.is === "option"
      ? [...choice.tests, { field: set.field, op: "is" as const, values: [from.value] }]
      : choice.tests;
  return { do: "change", choice: { ...choice, tests }, field: set.field, value: { is: "value", value: set.value } };
}

/** Another time: by so long, or to a day or an hour. */
export function readReschedule(reader: Reader, context: Context, sign: 1 | -1 = 1): Action | Puzzle | undefined {
  const by = take(
    reader,
    pattern(
      " (back |forward |out |up |earlier |later )?(?:by )?(?:an? (?:additional |extra )?)?<S>( earlier| later| back| forward)?(?= )",
    ),
  );
  const mark = markOf(reader, by?.[2]);
  if (by !== undefined && mark?.is === "span") {
    const way = /earlier|forward|up/.test(`${by[1]}${by[3]}`) ? -1 : sign;
    take(reader, / (?:back|forward|out)(?= )/);
    const named = take(reader, pattern("^ (?:the )?<F>(?: date)?(?: (?:of|for|on)(?= )|(?= [A-Z]*K[A-Z]*#))"));
    const choice = readTarget(reader, context);
    if (isPuzzle(choice)) return choice;
    const record = recordOf(reader.scene, choice.kind);
    const field = fieldNamed(reader, named?.[1], choice.kind) ?? record?.when;
    return field === undefined
      ? { puzzle: "words", words: choice.said }
      : { do: "shift", choice, field, count: way * mark.count, unit: mark.unit };
  }
  const to =
    takeLast(reader, pattern(" (?:to|until|till|for) (?:the )?<W>(?: (?:at|in) <T>)?(?= )", "g")) ??
    takeLast(reader, pattern(" (?:to|until|for) <TN>(?: (?:on )?<W>)?(?= )", "g"));
  if (to === undefined) return undefined;
  take(reader, / (?:back|forward|out)(?= )/);
  const named = take(reader, pattern("^ (?:the )?<F>(?: date)?(?: (?:of|for|on)(?= )|(?= [A-Z]*K[A-Z]*#))"));
  const choice = readTarget(reader, context);
  if (isPuzzle(choice)) return choice;
  return moveTo(reader, choice, { places: to.slice(1), named: named?.[1] });
}

function hourOf(hour: number): number | undefined {
  return Number.isInteger(hour) && hour > 0 && hour < 24 ? (hour < 8 ? hour + 12 : hour) * 60 : undefined;
}

function fieldNamed(reader: Reader, at: string | undefined, kind: string): string | undefined {
  return sensesAt(reader, at).flatMap((one) => (one.is === "field" && one.kind === kind ? [one.field] : []))[0];
}

function moveTo(
  reader: Reader,
  choice: Choice,
  to: { places: readonly string[]; named: string | undefined },
): Action | Puzzle {
  const marks = to.places.map((at) => [at, markOf(reader, at)] as const);
  const day = marks.find(([, mark]) => mark?.is === "when")?.[0];
  const clock = marks.map(([, mark]) => mark).find((mark) => mark?.is === "time" || mark?.is === "number");
  const record = recordOf(reader.scene, choice.kind);
  const field = fieldNamed(reader, to.named, choice.kind) ?? record?.when;
  const period = periodAt(reader, day, "future");
  if (field === undefined) return { puzzle: "missing", words: choice.said };
  const minutes = clock?.is === "time" ? clock.minutes : clock?.is === "number" ? hourOf(clock.value) : undefined;
  const whole = record?.fields[field]?.type === "date";
  // An hour alone leaves the day as it is, a day alone the hour.
  if (period === undefined && minutes !== undefined && !whole)
    return { do: "change", choice, field, value: { is: "clock", minutes } };
  if (period === undefined) return { puzzle: "missing", words: choice.said, field };
  if (minutes === undefined && !whole) return { do: "change", choice, field, value: { is: "day", at: period.from } };
  return {
    do: "change",
    choice,
    field,
    value: { is: "moment", at: period.from + (minutes ?? 0) * minuteMs, dateOnly: minutes === undefined },
  };
}

/** The last match instead of the first. */
export function takeLast(reader: Reader, form: RegExp): readonly string[] | undefined {
  const last = [...reader.code.matchAll(form)].at(-1);
  if (last === undefined) return undefined;
  reader.code = `${reader.code.slice(0, last.index)} | ${reader.code.slice(last.index + last[0].length)}`.replaceAll(
    / {2,}/g,
    " ",
  );
  return [...last].map((group) => group ?? "");
}
