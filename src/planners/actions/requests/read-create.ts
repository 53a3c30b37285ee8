import type { PackField, PackRecord } from "../../packs/records.ts";
import { type Mark, pattern } from "../words/mark.ts";
import { minuteMs } from "../words/when.ts";
import type { Context } from "./context.ts";
import { leftOver, markOf, type Reader, recordOf, sensesAt, take, takeAll } from "./reader.ts";
import { fieldOf, periodAt } from "./read-times.ts";
import { dropNouns, readChoice } from "./read-choice.ts";
import { type Action, type FieldValue, isPuzzle, type Puzzle, type Whom } from "./request.ts";

type Values = Record<string, FieldValue>;

const body =
  "(?:saying|that says|says|say|stating|with the (?:message|body|text|content)|with (?:message|body|text|content)|reading|and the body|body|content|telling them|tell them|tell A#\\d+|asking)(?: should be| is| of| that)?";
const title =
  "(?:called|named|titled|entitled|with the (?:title|subject|name)|with (?:a |an )?(?:title|subject|name)|and (?:title|call|name) it|title it|call it|name it|about|regarding|concerning|to discuss|with the <F>|with <F>|<F> it|<F>)(?: line)?(?: is| of| as| should be)?";

/** A new record in words: "a half hour meeting with Nia called 'Sync' at 3 tomorrow". */
export function readCreate(reader: Reader, kind: string, context: Context): Action | Puzzle {
  const record = recordOf(reader.scene, kind);
  if (record?.create === undefined) return { puzzle: "kind", words: kind };
  const said = reader.code.trim();
  const values = readValues(reader, kind, context);
  const { who } = record;
  if (who !== undefined && values[who] === undefined && context.whom !== undefined)
    values[who] = { is: "whom", whom: context.whom };
  const left = leftOver(reader).filter(
    (word) => !/^(?:titled?|named?|called|new|quick|short|reminder|invite|brief)$/.test(word),
  );
  if (left.length > 0) return { puzzle: "words", words: left.join(" ") };
  return { do: "create", kind, values, said };
}

/** What is said of a record's fields, whether it is new or being completed. */
export function readValues(reader: Reader, kind: string, context: Context): Values {
  const record = recordOf(reader.scene, kind);
  if (record === undefined) return {};
  const values: Values = {};
  // What describes another record is no title of this one.
  const described = readDescribed(reader);
  readCopies(reader, record, values);
  readTexts(reader, record, values);
  const whom = described ?? readWhom(reader, context);
  readMoments(reader, kind, values);
  readSpan(reader, record, values);
  readOptionValues(reader, kind, values);
  if (whom !== undefined && record.who !== undefined) values[record.who] = { is: "whom", whom };
  takeAll(reader, pattern(" (?:to|on|in|into|from) (?:the |our |my )?<P>(?= )"));
  take(reader, new RegExp(` ${kindForm(reader, kind)}(?= )`));
  return values;
}

/** "With the event name as the title", "title it with the event name": a value of the record spoken of. */
function readCopies(reader: Reader, record: PackRecord, values: Values): void {
  const forms = [
    pattern(" (?:with|using|and) (?:the |its )?<K> <F> as (?:the |its )?<F>(?= )"),
    pattern(" <F> it with (?:the |its )?<K> <F>(?= )"),
  ];
  for (const [at, form] of forms.entries()) {
    const groups = take(reader, form);
    if (groups === undefined) continue;
    const [source, target] = at === 0 ? [groups[2], groups[3]] : [groups[3], groups[1]];
    const into = sensesAt(reader, target).flatMap((one) =>
      one.is === "field" && record.fields[one.field] ? [one.field] : [],
    )[0];
    const kinds = sensesAt(reader, at === 0 ? groups[1] : groups[2]).flatMap((one) =>
      one.is === "kind" ? [one.kind] : [],
    );
    const from = sensesAt(reader, source).find((one) => one.is === "field" && kinds.includes(one.kind));
    if (into !== undefined && from?.is === "field") values[into] = { is: "copied", field: from.field };
  }
}

function kindForm(reader: Reader, kind: string): string {
  for (const [, place] of reader.code.matchAll(pattern(" <K>(?= )", "g")))
    if (sensesAt(reader, place).some((sense) => sense.is === "kind" && sense.kind === kind)) return `[A-Z]+#${place}`;
  return "no such unit";
}

function readTexts(reader: Reader, record: PackRecord, values: Values): void {
  const put = (field: string | undefined, groups: readonly string[] | undefined): void => {
    const mark = markOf(
      reader,
      groups?.findLast((group) => /^\d+$/.test(group)),
    );
    if (field !== undefined && mark !== undefined && values[field] === undefined)
      values[field] = { is: "value", value: mark.text };
  };
  const inside = pattern(" (?:and |with )?<Q> (?:in|as) (?:the )?(?:<KF>|message|body|text)(?= )");
  put(
    record.body,
    record.body === undefined
      ? undefined
      : (take(reader, pattern(` ${body} <Q>(?= )`)) ?? take(reader, inside)?.slice(0, 2)),
  );
  for (const [name, field] of Object.entries(record.fields))
    if (field.type === "text") readTextField(reader, name, values);
  readNamedTexts(reader, record, values);
  put(record.name, take(reader, pattern(` ${title} <Q>(?= )`)));
  if (values[record.name] === undefined) put(record.name, take(reader, pattern(" <QU>(?= )")));
  if (record.body !== undefined && values[record.body] === undefined)
    put(record.body, take(reader, pattern(" (?:with )?<Q>(?= )")));
}

/** "With the subject 'A' and the message 'B'": the noun says which field. */
function readNamedTexts(reader: Reader, record: PackRecord, values: Values): void {
  for (const match of reader.code.matchAll(
    pattern(" (?:with |and )?(?:the |an? )?<FK>(?: line)?(?: of| as| :| is| saying)? <Q>(?= )", "g"),
  )) {
    const [whole, noun, quote] = match;
    const named = sensesAt(reader, noun).flatMap((one) =>
      one.is === "field" && record.fields[one.field] !== undefined ? [one.field] : [],
    )[0];
    const field =
      named ??
      (/message|text/.test(markOf(reader, noun)?.lower ?? "") && / (?:with|and) /.test(whole)
        ? record.body
        : undefined);
    const mark = markOf(reader, quote);
    if (field === undefined || mark === undefined || values[field] !== undefined) continue;
    values[field] = { is: "value", value: mark.text };
    reader.code = reader.code.replace(whole, " | ");
  }
}

/** A field by its own name: "phone 555-1234", "email ann@example.com". */
function readTextField(reader: Reader, name: string, values: Values): void {
  for (const match of reader.code.matchAll(
    pattern(" (?:with |and )?(?:an? |the )?<F> (?:is |of |: )?([^ A-Z|][^ ]*|[A-Z]+#\\d+)(?= )", "g"),
  )) {
    const [whole, place, unit = ""] = match;
    const isNamed = sensesAt(reader, place).some((sense) => sense.is === "field" && sense.field === name);
    const mark = markOf(reader, /#(\d+)$/.exec(unit)?.[1]);
    const text = mark === undefined ? unit : mark.text;
    const fits =
      mark === undefined ? /[@\d]/.test(text) : mark.is === "name" || (mark.is === "person" && text.includes("@"));
    if (!isNamed || !fits) continue;
    reader.code = reader.code.replace(whole, " | ");
    values[name] = { is: "value", value: mark?.is === "person" ? (mark.people[0]?.id ?? text) : text };
  }
}

/** Who a record is for or with: somebody by name, or a person of the record found before. */
export function readWhom(reader: Reader, context: Context): Whom | undefined {
  const direct = take(reader, pattern("^ (?:to )?<A>(?! 's)(?= )"));
  const named =
    direct ??
    take(
      reader,
      pattern(
        " (?:with|to|for|and|assigned to|assign it to|assign to|assigning it to|between me and|invite|inviting|cc|on behalf of|at) <A>(?! 's)(?= )",
      ),
    );
  const mark = markOf(reader, named?.[1]);
  if (mark?.is === "person") return { is: "person", people: mark.people, said: mark.text };
  const role = take(
    reader,
    pattern(
      " (?:with|to|for|and) (?:the |its |that |their |his |her )?(?:<F>|person|assignee|owner|author|organiser|organizer)(?= )",
    ),
  );
  if (role === undefined)
    return context.whom === undefined || !take(reader, / (?:with|to|for) (?:them|us|him|her)(?= )/)
      ? undefined
      : context.whom;
  const sense = sensesAt(reader, role[1]).find(({ is }) => is === "field");
  if (context.last?.do !== "find" && context.choice !== undefined)
    return { is: "of", choice: context.choice, ...(sense?.is === "field" && { field: sense.field }) };
  return { is: "found", ...(sense?.is === "field" && { field: sense.field }) };
}

/** "With the sender of the email about …": somebody known by a record, which the rest of the clause describes. */
function readDescribed(reader: Reader): Whom | undefined {
  const form = pattern(
    "(?: (?:with|to|for|and|email|message)|^) (?:the )?(?:<F>|person|assignee|owner|author) (?:of|who sent|that sent|for|in charge of|responsible for|assigned to|on) ((?:the|my|customer|client|task) .*?)(?= (?:called|titled|named|saying|at|tomorrow|for|lasting|with (?:the )?[A-Z]*F[A-Z]*#\\d+ Q#) | ?$)",
  );
  const groups = form.exec(reader.code);
  if (groups === null) return undefined;
  const inner: Reader = { ...reader, code: ` ${groups[2] ?? ""} ` };
  const choice = readChoice(inner);
  if (isPuzzle(choice)) return undefined;
  reader.code = `${reader.code.slice(0, groups.index)} | ${reader.code.slice(groups.index + groups[0].length)} `;
  const sense = sensesAt(reader, groups[1]).find((one) => one.is === "field" && one.kind === choice.kind);
  return { is: "of", choice, ...(sense?.is === "field" && { field: sense.field }) };
}

const slotForm = pattern(
  " (?:at |for |in |on )?(?:the |my )?(?:earliest|first|next|soonest)(?: available| free| possible| open| time)*(?: time| slot| gap| opening| availability| spot| window)?(?: that| when)?(?: i'm free| i am free| i can do| i have(?: free| available)?| i'm available| i am available| i can| available| free| works)*(?: (?:on|from|after|starting|starting from|for|in))?(?: <W>)?(?= )",
);

function readMoments(reader: Reader, kind: string, values: Values): void {
  const when = recordOf(reader.scene, kind)?.when;
  const slot = when !== undefined && isMoment(reader, kind, when) ? take(reader, slotForm) : undefined;
  if (slot !== undefined && when !== undefined) {
    const ahead = / (?:from|after|starting)/.test(slot[0] ?? "");
    const place = slot[1] === "" ? take(reader, pattern(" (?:on |from |for |starting )?<W>(?= )"))?.[1] : slot[1];
    const period = periodAt(reader, place, "future") ?? { from: reader.scene.now, to: Infinity };
    values[when] = { is: "slot", period: ahead ? { from: period.from, to: Infinity } : period };
  }
  const form = pattern(
    " (?:(?:that |which |and |with |it )*(?:'s |is |are |a |an |the )*<FV> (?:date )?)?(?:(?:is|of|on|by|for|at|from|starting|due|to be|before|this|as|until) )*<W>(?= )",
  );
  for (let groups = take(reader, form); groups !== undefined; groups = take(reader, form)) {
    const field = fieldOf(reader, kind, groups[1]);
    const period = periodAt(reader, groups[2], "future");
    if (field !== undefined && period !== undefined && values[field] === undefined)
      values[field] = { is: "moment", at: period.from, dateOnly: true };
  }
  const clock = take(reader, pattern(" (?:(?:at|in|to|from|for|starting at|starting|by) )?<T>(?= )"));
  const mark = markOf(reader, clock?.[1]);
  if (when === undefined || mark?.is !== "time") return;
  const set = values[when];
  if (set?.is === "moment") values[when] = { is: "moment", at: set.at + mark.minutes * minuteMs, dateOnly: false };
}

function isMoment({ scene }: Reader, kind: string, field: string): boolean {
  return scene.pack.records[kind]?.fields[field]?.type === "moment";
}

function readSpan(reader: Reader, record: PackRecord, values: Values): void {
  const field = Object.entries(record.fields).find(([, { type }]) => type === "minutes")?.[0];
  const groups =
    field === undefined ? undefined : take(reader, pattern(" (?:for |lasting |of )?(?:an? )?<S>(?: long)?(?= )"));
  const mark = markOf(reader, groups?.[1]);
  if (field !== undefined && mark?.is === "span") values[field] = { is: "value", value: minutesOf(mark) };
}

export function minutesOf({ count, unit }: Extract<Mark, { is: "span" }>): number {
  const lengths = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_200, year: 525_600 };
  return Math.round(count * lengths[unit]);
}

function readOptionValues(reader: Reader, kind: string, values: Values): void {
  dropNouns(reader, kind);
  const form = pattern(
    " (?:(?:to|on|in|into|as|with|under|for|the|a|an|is|of|new) )*(?:<F> (?:in |of |is |as )?(?:the |a )?)?<O>(?: <F>)?(?= )",
  );
  for (let groups = take(reader, form); groups !== undefined; groups = take(reader, form)) {
    const options = sensesAt(reader, groups[2]).flatMap((one) =>
      one.is === "option" && one.kind === kind ? [one] : [],
    );
    const free = options.find(({ field }) => values[field] === undefined);
    if (free === undefined) reader.code += ` ${markOf(reader, groups[2])?.lower ?? ""} `;
    else values[free.field] = { is: "value", value: free.value };
  }
}

/** Fields a new record cannot do without, by its tool's arguments. */
export function missingFields(record: PackRecord, values: Values, required: ReadonlySet<string>): string[] {
  const needed = Object.entries(record.create?.args ?? {}).filter(([param]) => required.has(param));
  return needed.flatMap(([, template]) => {
    const field = typeof template === "string" ? (/^\{(.+)\}$/.exec(template)?.[1] ?? "") : "";
    const known: PackField | undefined = record.fields[field];
    return field === "" || values[field] !== undefined || known?.default !== undefined ? [] : [field];
  });
}
