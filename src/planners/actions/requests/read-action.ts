import { pattern } from "../words/mark.ts";
import type { Clause } from "./clauses.ts";
import type { Context } from "./context.ts";
import { readAssign, readReschedule, readSet, readTarget, readValue, takeLast } from "./read-change.ts";
import { minutesOf, readCreate, readValues, readWhom } from "./read-create.ts";
import { lastDay, readMeasured, readPeriod } from "./read-measures.ts";
import { leftOver, markOf, type Reader, readerOf, recordOf, type Scene, sensesAt, take } from "./reader.ts";
import { type Action, isPuzzle, type Puzzle } from "./request.ts";

export type Doing = Extract<Clause, { is: "do" }>;

/** What a clause asks to be done. Several where it names several things; none where it only repeats what was asked. */
export function readAction(scene: Scene, clause: Doing, context: Context): Action[] | Puzzle {
  const reader = readerOf(scene, clause.at, clause.to);
  if (
    /^ (?:(?:that|this|the|those|these) (?:changes?|updates?)|(?:it|that|this) happen)(?: for me| please)*(?: in [^ ]+ [^ ]+)? $/.test(
      reader.code,
    ) &&
    context.last !== undefined
  )
    return [];
  if (clause.op === "set" && isWholePlace(reader) && context.last?.do === "change") return [];
  if (context.told !== undefined && clause.op === "set" && isWholePlace(reader)) return [context.told];
  if (completes(reader, clause, context)) return complete(reader, context);
  if (isRepeat(reader, clause, context)) return [];
  const read = readOp(reader, clause, context);
  if (isPuzzle(read)) return read;
  return Array.isArray(read) ? read : [read];
}

function readOp(reader: Reader, clause: Doing, context: Context): Action | Action[] | Puzzle {
  switch (clause.op) {
    case "remove": {
      const choice = readTarget(reader, context);
      return isPuzzle(choice) ? choice : { do: "remove", choice };
    }
    case "find": {
      const choice = readTarget(reader, context);
      return isPuzzle(choice) ? choice : { do: "find", choice };
    }
    case "assign":
      return readAssign(reader, context);
    case "set":
      return readSet(reader, context);
    case "rename":
      return readRename(reader, context);
    case "delay":
      return readReschedule(reader, context, 1) ?? { puzzle: "missing", words: reader.code.trim() };
    case "advance":
      return readReschedule(reader, context, -1) ?? { puzzle: "missing", words: reader.code.trim() };
    case "extend":
    case "shorten":
      return readLonger(reader, context, clause.op === "extend" ? 1 : -1);
    case "deed":
      return readDeed(reader, clause, context);
    case "operate":
      return readOperation(reader, clause, context);
    case "plot":
    case "create":
      return readNew(reader, clause, context);
    case "check":
      return [];
    default:
      return clause.op satisfies never;
  }
}

/** "Update the CRM": with what was told just before. */
function isWholePlace({ code }: Reader): boolean {
  return /^ (?:|it|this|that|them|(?:the|our|their|its|his|her)(?: [A-Z]*[PKF][A-Z]*#\d+| record| details| profile| entry)+)(?: (?:in|on) (?:the|our) [A-Z]*P[A-Z]*#\d+)?(?: accordingly| please| for me| to reflect (?:this|that))* $/.test(
    code,
  );
}

/** "… and assign it to Nia": completes what was asked for before it. */
function completes(reader: Reader, { op }: Doing, { last }: Context): boolean {
  if (last?.do === "create" && op === "rename" && /^ (?:it|them) Q#/.test(reader.code)) return true;
  return (
    last?.do === "create" &&
    /assign|set|create/.test(op) &&
    /^ (?:it|them|this|him|her) (?:to|on|in|for|as|with|up|an?|[A-Z]*S[A-Z]*#\d+) /.test(reader.code)
  );
}

function complete(reader: Reader, context: Context): Action[] | Puzzle {
  const { last } = context;
  if (last?.do !== "create") return [];
  Object.assign(last.values, readValues(reader, last.kind, context));
  const left = leftOver(reader);
  return left.length > 0 ? { puzzle: "words", words: left.join(" ") } : [];
}

/** The same once more, with a pronoun: "… need to be deleted. Can you delete them?" */
function isRepeat(reader: Reader, { op }: Doing, { last }: Context): boolean {
  if (
    !/^ (?:it|them|those|that|these)(?: all)?(?: for me| please)?(?: in (?:the |our )?[A-Z]+#\d+)? $/.test(reader.code)
  )
    return false;
  return (op === "remove" && last?.do === "remove") || (/assign|set/.test(op) && last?.do === "change");
}

/** A longer or shorter time: the record's own length, or a date where it has none. */
function readLonger(reader: Reader, context: Context, sign: 1 | -1): Action | Puzzle {
  const exact = takeLast(reader, pattern(" (?:down |out )?to (?:an? )?<S>(?= )", "g"));
  const mark = markOf(reader, exact?.[1]);
  if (mark?.is === "span") return readLength(reader, context, minutesOf(mark));
  const read = readReschedule(reader, context, sign);
  if (read === undefined || isPuzzle(read) || read.do !== "shift")
    return read ?? { puzzle: "missing", words: reader.code.trim() };
  const fields = recordOf(reader.scene, read.choice.kind)?.fields ?? {};
  const length = Object.entries(fields).find(([, { type }]) => type === "minutes")?.[0];
  return length === undefined ? read : { ...read, field: length };
}

function readLength(reader: Reader, context: Context, minutes: number): Action | Puzzle {
  const choice = readTarget(reader, context);
  if (isPuzzle(choice)) return choice;
  const fields = recordOf(reader.scene, choice.kind)?.fields ?? {};
  const field = Object.entries(fields).find(([, { type }]) => type === "minutes")?.[0];
  if (field === undefined) return { puzzle: "words", words: choice.said };
  return { do: "change", choice, field, value: { is: "value", value: minutes } };
}

function readRename(reader: Reader, context: Context): Action | Puzzle {
  const parts = reader.code.split(/ (?:to|as) /);
  const target: Reader = { ...reader, code: `${parts[0] ?? ""} ` };
  const choice = readTarget(target, context);
  if (isPuzzle(choice)) return choice;
  const field = recordOf(reader.scene, choice.kind)?.name ?? "";
  if (parts.length < 2) return { puzzle: "missing", words: choice.said, field };
  const value = readValue({ ...reader, code: ` ${parts.slice(1).join(" to ")}` }, choice.kind, field);
  return isPuzzle(value) ? value : { do: "change", choice, field, value };
}

/** A verb that gives a field its value: "close all overdue tasks". */
function readDeed(reader: Reader, clause: Doing, context: Context): Action | Puzzle {
  const senses = sensesAt(reader, String(clause.from)).flatMap((one) => (one.is === "deed" ? [one] : []));
  const choice = readTarget(reader, context, senses[0]?.kind);
  if (isPuzzle(choice)) return choice;
  const sense = senses.find(({ kind }) => kind === choice.kind);
  const deed = sense === undefined ? undefined : recordOf(reader.scene, sense.kind)?.deeds[sense.deed];
  if (deed?.value === undefined) return { puzzle: "words", words: clause.verb };
  return { do: "change", choice, field: deed.field, value: { is: "value", value: deed.value } };
}

function readOperation(reader: Reader, clause: Doing, context: Context): Action | Puzzle {
  const sense = sensesAt(reader, String(clause.from)).find(({ is }) => is === "operation");
  if (sense?.is !== "operation") return { puzzle: "words", words: clause.verb };
  const needs = recordOf(reader.scene, sense.kind)?.operations[sense.operation]?.needs ?? [];
  const said = needs.includes("text")
    ? takeLast(
        reader,
        pattern(
          " (?:with|saying|that says|by saying|and say|telling them|stating|to say|reading|:)?(?: the)?(?: message| text| body| words)? ?<Q>(?= )",
          "g",
        ),
      )
    : undefined;
  const text = markOf(reader, said?.[1])?.text;
  if (needs.includes("text") && text === undefined)
    return { puzzle: "missing", words: reader.code.trim(), field: "text" };
  const toward = needs.includes("person")
    ? takeLast(reader, pattern(" (?:on |over )?to <A>(?! 's)(?= )", "g"))
    : undefined;
  const mark = markOf(reader, toward?.[1]);
  const whom =
    mark?.is === "person"
      ? ({ is: "person", people: mark.people, said: mark.text } as const)
      : needs.includes("person")
        ? readWhom(reader, context)
        : undefined;
  if (needs.includes("person") && whom === undefined)
    return { puzzle: "missing", words: reader.code.trim(), field: "person" };
  take(reader, /^(?: on| back)?(?: to)?(?= )/);
  const choice = readTarget(reader, context, sense.kind);
  if (isPuzzle(choice)) return choice;
  const more = { ...(whom !== undefined && { whom }), ...(text !== undefined && { text }) };
  return { do: "operate", choice, operation: sense.operation, ...more };
}

/** A new record or chart; which, its noun says, or the verb where that is enough: "email Ann …". */
function readNew(reader: Reader, clause: Doing, context: Context): Action | Action[] | Puzzle {
  if (pattern(" <LXG> ").test(reader.code) && !pattern(" <K> ").test(reader.code.replaceAll(/ Q#\d+ /g, " ")))
    return readPlots(reader, context);
  if (clause.op === "plot") return readPlots(reader, context);
  const sent = sentOn(reader, clause);
  if (sent !== undefined) return readOperation(reader, sent, context);
  const longer = take(reader, / (longer|shorter)(?= )/)?.[1];
  if (longer !== undefined) return readLonger(reader, context, longer === "longer" ? 1 : -1);
  const kind =
    createdKind(reader, clause.verb) ??
    (oneForm.test(reader.code) ? context.choice?.kind : undefined) ??
    (/book|schedule|arrange|set/.test(clause.verb) && pattern(" <S> ").test(reader.code)
      ? timedKind(reader)
      : undefined);
  if (kind === undefined) return { puzzle: "kind", words: reader.code.trim() };
  take(reader, oneForm);
  const people = listed(reader);
  if (people.length === 0) return readCreate(reader, kind, context);
  const made: Action[] = [];
  for (const place of people) {
    const one = readCreate({ ...reader, code: `${reader.code} to A#${place} ` }, kind, context);
    if (isPuzzle(one)) return one;
    made.push(one);
  }
  return made;
}

/** "Send a reply to …", "send Ann's last email to Bob": an operation on a letter that is there, not a new one. */
function sentOn(reader: Reader, clause: Doing): Doing | undefined {
  if (clause.verb !== "send" && clause.verb !== "write") return undefined;
  const noun = /^ (?:an? |the )?[A-Z]*V[A-Z]*#(\d+)(?= (?:to|back))/.exec(reader.code);
  if (noun === null) return undefined;
  reader.code = reader.code.slice(noun[0].length);
  return { ...clause, op: "operate", from: Number(noun[1]) };
}

/** A noun that repeats the last one: "a 30 minute one". */
const oneForm = / one(?= )/;

/** The kind that has a beginning and a length: "book an hour with Ann". */
function timedKind({ scene }: Reader): string | undefined {
  return Object.entries(scene.pack.records).find(([, { fields }]) =>
    Object.values(fields).some(({ type }) => type === "minutes"),
  )?.[0];
}

/** Several persons side by side: each gets a record of their own. */
function listed(reader: Reader): string[] {
  const groups = take(reader, pattern(" (?:to|with|for) (?:both )?(<A>(?: ,? ?(?:and )?<A>)+)(?! 's)(?= )"));
  return [...(groups?.[1] ?? "").matchAll(/A#(\d+)/g)].map((match) => match[1] ?? "");
}

function createdKind(reader: Reader, verb: string): string | undefined {
  const { records } = reader.scene.pack;
  for (const [, place] of reader.code.matchAll(pattern(" <K>(?= )", "g")))
    for (const sense of sensesAt(reader, place))
      if (sense.is === "kind" && records[sense.kind]?.create !== undefined) return sense.kind;
  const byVerb = Object.entries(records).find(([, { create }]) => create?.says.includes(verb) === true)?.[0];
  if (byVerb !== undefined) return byVerb;
  const option = sensesAt(reader, pattern(" <O>(?= )").exec(reader.code)?.[1]).find(({ is }) => is === "option");
  return option?.is === "option" && records[option.kind]?.create !== undefined ? option.kind : undefined;
}

/** Charts: each kind of drawing with the measures named behind it. */
function readPlots(reader: Reader, context: Context): Action[] | Puzzle {
  const forms = formsIn(reader);
  const period = readPeriod(reader, context) ?? context.period;
  const measured = readMeasured(reader) ?? itIn(reader, context);
  const left = leftOver(reader).filter(
    (word) =>
      !/^(?:plots?|charts?|graphs?|showing|shows|displaying|metrics?|separate|over|time|daily|per|day|period|illustrating|visualising|comparing|trend|trends|figure|visuali[sz]ation)$/.test(
        word,
      ),
  );
  if (left.length > 0) return { puzzle: "words", words: left.join(" ") };
  if (measured === undefined || period === undefined || period.from > lastDay(reader))
    return { puzzle: "missing", words: reader.code.trim() };
  const made = forms.length === 0 ? ["line"] : forms;
  if (measured.is === "extreme") return made.map((form) => ({ do: "plot", measured, period, form }));
  const { ids } = measured;
  if (made.length === ids.length && made.length > 1)
    return ids.map((id, at) => ({
      do: "plot",
      measured: { is: "measures", ids: [id] },
      period,
      form: made[at] ?? "line",
    }));
  return ids.flatMap((id) =>
    made.map((form): Action => ({ do: "plot", measured: { is: "measures", ids: [id] }, period, form })),
  );
}

function formsIn(reader: Reader): string[] {
  const forms: string[] = [];
  for (
    let groups = take(reader, pattern(" <L>(?= )"));
    groups !== undefined;
    groups = take(reader, pattern(" <L>(?= )"))
  ) {
    const sense = sensesAt(reader, groups[1]).find(({ is }) => is === "form");
    if (sense?.is === "form") forms.push(sense.form);
  }
  return forms;
}

function itIn(reader: Reader, { measure, both }: Context) {
  if (both !== undefined && take(reader, / (?:both|them|these)(?: of them)?(?= )/) !== undefined)
    return { is: "measures", ids: both } as const;
  return measure !== undefined && take(reader, / (?:it|this|that|them)(?= )/) !== undefined
    ? ({ is: "measures", ids: [measure] } as const)
    : undefined;
}
