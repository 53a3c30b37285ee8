import type { Clause } from "../../../language/clauses/clause.ts";
import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { PackRecord } from "../../packs/records.ts";
import { isItem, type Item, type ItemOf } from "../items/item.ts";
import type { Creation } from "./read-create.ts";
import type { ReadingContext } from "./context.ts";

/** New records that a clause asks for, and the token after the last that was read. */
type Creations = { creations: Creation[]; end: number; rest?: string };

/**
 * Whether a clause asks for something new: a verb of making with a noun, or the noun alone before a text. All behind a colon is text;
 * without one, later clauses of the sentence are, unless they order something else.
 */
export function findCreation(
  clause: Clause,
  clauses: readonly Clause[],
  context: ReadingContext,
): Creations | undefined {
  const wanted = newRecord(clause, context);
  if (wanted === undefined) return undefined;
  const { items, reading } = context;
  const { kind, record, headEnd, many } = wanted;
  const colon = colonBehind(items, headEnd);
  const head = items.filter(({ start, end }) => start >= clause.start && end <= (colon?.start ?? headEnd));
  const base = { kind, record, head };
  const list = listItems(clause, context);
  if (list !== undefined) return { creations: list.bodies.map((body) => ({ ...base, body })), end: list.end };
  const end = colon === undefined ? textEnd(clause, clauses, context) : reading.tokens.length;
  const next = colon === undefined ? nextStep(reading, headEnd, end) : undefined;
  const body = items.filter(({ start, end: to }) => start >= (colon?.end ?? headEnd) && to <= (next ?? end));
  const { source, tokens } = reading;
  const rest = next === undefined ? {} : { rest: source.slice(tokens[next]?.from ?? 0, tokens[end - 1]?.to ?? 0) };
  const second = colon === undefined ? secondNoun({ ...base, body }, context) : undefined;
  if (second !== undefined) return { creations: second, end, ...rest };
  const bodies = many && body.length > 0 ? parted(body) : [body];
  return { creations: bodies.map((one) => ({ ...base, body: one })), end, ...rest };
}

/** The colon before the text: behind the noun and what is said with it, "for the night crew: …". */
function colonBehind(items: readonly Item[], headEnd: number): Item | undefined {
  const behind = items.filter(({ start }) => start >= headEnd);
  const lead = behind.find(({ is }) => is !== "filler");
  const isLed = isItem(lead, "prep") && /^(?:goal|place|person)$/.test(lead.role);
  const small = /^(?:person|date|option|number|filler|prep|name|kind|place|field)$/;
  const item = behind.find(
    ({ is }) => !small.test(is) && !(isLed && /^(?:unknown|word)$/.test(is)) && !(isLed && is === "verb"),
  );
  return isItem(item, "sign") && isColon(item) && item.start - headEnd <= 6 ? item : undefined;
}

type NewRecord = { kind: string; record: PackRecord; headEnd: number; many: boolean };

/** The kind that a clause makes, and where its head ends; undefined where it makes nothing. */
function newRecord(clause: Clause, context: ReadingContext): NewRecord | undefined {
  const { items, world } = context;
  // A question makes nothing, whatever its verb.
  if (clause.act === "ask") return undefined;
  const own = items.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  const verb = own.find((item) => isItem(item, "verb"));
  const work = workFor(own, verb, context);
  const stage = firstStage(own, context);
  // "Put a tick in the task" makes none.
  const isInside = (at: number): boolean =>
    own.slice(0, at).findLast(({ is }) => is !== "filler" && is !== "whose")?.is === "prep";
  const noun =
    stage ??
    own.find((item, at) => isItem(item, "kind") && madeKind(item, context) !== undefined && !(at > 1 && isInside(at)));
  const kind = isItem(noun, "kind")
    ? madeKind(noun, context)
    : isItem(stage, "option")
      ? stage.senses[0]?.kind
      : (impliedKind(verb, context) ?? work?.kind ?? placedKind(own, verb, context) ?? cardKind(own, verb, context));
  const record = kind === undefined ? undefined : world.pack.records[kind];
  if (kind === undefined || record === undefined) return undefined;
  // "Make my next meeting longer" speaks of one that is there.
  const isDefinite = own.some(
    (item) =>
      item.end <= (noun?.start ?? 0) && isItem(item, "quantifier") && /^(?:first|last|all|each)$/.test(item.span.value),
  );
  // "Make the brochure task urgent": so does the name of one before its noun.
  const named = own.find(({ end }) => end === noun?.start);
  const isThere =
    isItem(named, "name") &&
    named.refs.has(kind) &&
    own.some(({ start, end, is }) => end === named.start && start > (verb?.start ?? 0) && is === "filler");
  if (isDefinite || isThere) return undefined;
  if (noun === undefined && work?.kind === kind)
    return { kind, record, headEnd: work?.headEnd ?? clause.end, many: false };
  const headEnd = (noun ?? verb)?.end ?? clause.end;
  const first = own.find(({ is }) => !/^(?:filler|sign|joint|prep)$/.test(is));
  const lead = own.find(
    (item) =>
      item.start >= headEnd && !/^(?:person|prep|filler|date|option)$/.test(item.is) && !isHome(item, own, record),
  );
  const opens = noun !== undefined && first === noun;
  const sign = lead ?? items.find(({ start }) => start === clause.end);
  const isLed = noun !== undefined && colonBehind(items, headEnd) !== undefined;
  const announces = opens && (isLed || (isItem(sign, "sign") && isColon(sign)) || leadsToDeed(own, lead, record));
  const isTimed = own.some((item) => item.is === "time" || (isItem(item, "date") && item.span.time !== undefined));
  const isBooked = opens && verb === undefined && record.ends !== undefined && isTimed;
  if (!makes(own, verb, context) && !announces && !isBooked) return undefined;
  const behind = own.find(({ start, is }) => start >= headEnd && !/^(?:filler|prep)$/.test(is));
  if (isItem(behind, "key")) return undefined;
  if (verb !== undefined && noun !== undefined && verb.start > noun.end && !announces) return undefined;
  return { kind, record, headEnd, many: isItem(noun, "kind") && noun.many };
}

/** "A task to check the fonts", not "the task to check the fonts is done". */
function leadsToDeed(own: readonly Item[], lead: Item | undefined, { final }: PackRecord): boolean {
  const last = own.findLast(({ is }) => is !== "sign");
  const isState =
    (isItem(last, "verb") && last.form === "participle") ||
    (isItem(last, "option") && last.senses.some(({ field }) => final[field] !== undefined));
  return isItem(lead, "verb") && lead.form === "infinitive" && !isState;
}

/** «Поставь Маше нарисовать иконки», "put down for Ann: …": what somebody is to do, without a noun for it, and where it begins. */
function workFor(
  own: readonly Item[],
  verb: Item | undefined,
  { world, items, reading }: ReadingContext,
): { kind: string; headEnd: number } | undefined {
  if (!isItem(verb, "verb") || verb.form !== "imperative" || !isHandedOut.test(verb.op)) return undefined;
  const kind = Object.entries(world.pack.records).find(([, { create }]) => create?.says.includes("remind"))?.[0];
  const all = items.filter(({ start }) => start >= (own[0]?.start ?? 0));
  // "For Tom to review it".
  const isTo = (item: Item, i: number): boolean =>
    isItem(item, "prep") &&
    all[i - 1]?.is === "person" &&
    languages[reading.tokens[item.start]?.lang ?? "en"].beforeVerb.has(item.word) &&
    /^(?:verb|option|word|unknown)$/.test(all[i + 1]?.is ?? "");
  const at = all.findIndex(
    (item, i) => (isTo(item, i) || !/^(?:person|prep|filler|date|option|joint)$/.test(item.is)) && item !== verb,
  );
  const [head, lead] = [all.slice(0, Math.max(at, 0)), all[at]];
  if (lead === undefined || !head.includes(verb)) return undefined;
  const isTold =
    /^(?:create|schedule)$/.test(verb.op) && all.slice(at + 1).some(({ is }) => /^(?:verb|unknown|word)$/.test(is));
  const isDeed = isItem(lead, "sign") ? lead.text === ":" && isTold : isTo(lead, at) || isInfinitive(lead, reading);
  const people = head.filter((item) => isItem(item, "person") && item.form !== "possessive");
  return kind === undefined || !isDeed || people.length !== 1 ? undefined : { kind, headEnd: lead.start };
}

const isHandedOut = /^(?:create|update|move|send|schedule)$/;

function isInfinitive(item: Item, { tokens }: Pick<ReadingContext["reading"], "tokens">): boolean {
  if (isItem(item, "verb")) return item.form === "infinitive";
  // A verb that nobody knows shows its form where verbs have one.
  const token = /^(?:unknown|word)$/.test(item.is) ? tokens[item.start] : undefined;
  const language = token === undefined ? undefined : languages[token.lang];
  return language?.ordersBy === "form" && language.verbForm(token?.lower ?? "") === "infinitive";
}

/** "Add a lead: …": the state that something new begins with stands for its noun. */
function firstStage(own: readonly Item[], { world }: ReadingContext): Item | undefined {
  const said = own.filter(({ is }) => is !== "filler");
  const at = said.findIndex((item) => isItem(item, "option"));
  const [item, next] = [said[at], said[at + 1]];
  const isFirst = (one: Item | undefined): boolean =>
    isItem(one, "option") &&
    one.within === undefined &&
    one.senses.some(({ kind, field, value }) => {
      const { create, fields } = world.pack.records[kind] ?? {};
      return create !== undefined && fields?.[field]?.default === value;
    });
  const isNamed = said.some(({ is }) => is === "key") || next?.is === "kind";
  const lead = said.slice(0, Math.max(at, 0));
  const isMade = lead.every((one) => isItem(one, "verb") && one.op === "create");
  const isNew = lead.length > 0 || hasConcept(item?.text.split(" ")[0] ?? "", "head.create");
  return isFirst(item) && isMade && isNew && !isNamed ? item : undefined;
}

function makes(own: readonly Item[], verb: Item | undefined, context: ReadingContext): boolean {
  const { world } = context;
  if (!isItem(verb, "verb")) return false;
  if (impliedKind(verb, context) !== undefined && own.some(({ is }) => is === "person")) return true;
  if (/^(?:create|remind|schedule)$/.test(verb.op) || leadsToVerb(own, verb, context.reading)) return true;
  const made = recordMade(own, world);
  if (made?.create?.says.includes(verb.op) === true) return true;
  return made?.ends !== undefined && /^(?:update|move|assign)$/.test(verb.op);
}

function madeKind({ senses }: ItemOf<"kind">, { world }: ReadingContext): string | undefined {
  return senses.find((sense) => world.pack.records[sense.kind]?.create !== undefined)?.kind;
}

/** "Add Kim Poe to the CRM": where records live says what is made. */
function placedKind(own: readonly Item[], verb: Item | undefined, { world }: ReadingContext): string | undefined {
  const place = own.find((item) => isItem(item, "place"));
  // "Add Kim Poe as a new lead": somebody else may have that name.
  const isNew = own.some(({ text }) => hasConcept(text, "head.create"));
  const isMade = isItem(verb, "verb") && (verb.op === "create" || (verb.op === "assign" && isNew));
  if (!isMade || !isItem(place, "place")) return undefined;
  if (own.some(({ is }) => is === "key" || (is === "name" && !isNew))) return undefined;
  return place.senses.find((sense) => world.pack.records[sense.kind]?.create !== undefined)?.kind;
}

/** "Add Kim Poe, kim@poe.example": a name with an address is somebody's. */
function cardKind(
  own: readonly Item[],
  verb: Item | undefined,
  { world, reading }: ReadingContext,
): string | undefined {
  const next = own.find(({ start, is }) => start >= (verb?.end ?? 0) && is !== "filler");
  const isNamed = isItem(next, "unknown") && reading.tokens[next.start]?.capital === true;
  const hasAddress = own.some((item) => isItem(item, "contact") && item.value.includes("@"));
  if (!isItem(verb, "verb") || verb.op !== "create" || !isNamed || !hasAddress) return undefined;
  return Object.entries(world.pack.records).find(([, one]) => one.entity === "person" && one.create !== undefined)?.[0];
}

/** "In the design team": what the new record belongs to, and the noun for it. */
function isHome(item: Item, own: readonly Item[], record: PackRecord): boolean {
  const kinds = Object.values(record.fields).flatMap(({ type, of }) =>
    type === "record" && of !== undefined ? [of] : [],
  );
  if (isItem(item, "kind")) return item.senses.some(({ kind }) => kinds.includes(kind));
  const before = own.findLast(({ end, is }) => end <= item.start && is !== "filler");
  return isItem(item, "name") && before?.is === "prep" && kinds.some((kind) => item.refs.get(kind)?.level === "exact");
}

function isColon({ text }: Item): boolean {
  return /^[:—–-]$/.test(text);
}

/** "A deal X and a task Y": two new records with one verb. */
function secondNoun(first: Creation, context: ReadingContext): Creation[] | undefined {
  const { body } = first;
  const at = body.findIndex(
    (item, i) => isItem(item, "kind") && body.slice(0, i).findLast(({ is }) => is !== "filler")?.is === "joint",
  );
  const noun = body[at];
  const kind = isItem(noun, "kind") ? madeKind(noun, context) : undefined;
  const record = kind === undefined ? undefined : context.world.pack.records[kind];
  if (noun === undefined || kind === undefined || record === undefined) return undefined;
  const end = body.slice(0, at).findLastIndex(({ is }) => is !== "filler" && is !== "joint") + 1;
  const second = { kind, record, head: [noun], body: body.slice(at + 1) };
  return [{ ...first, body: body.slice(0, end) }, ...(secondNoun(second, context) ?? [second])];
}

/** The record a noun of the clause would make. */
function recordMade(items: readonly Item[], { pack }: ReadingContext["world"]): PackRecord | undefined {
  const noun = items.find(({ is }) => is === "kind");
  const kind = isItem(noun, "kind") ? noun.senses[0]?.kind : undefined;
  return kind === undefined ? undefined : pack.records[kind];
}

/** «Поставь Илье задачу поправить форму»: a noun with what is to be done behind it. */
function leadsToVerb(items: readonly Item[], verb: Item, { tokens }: ReadingContext["reading"]): boolean {
  const noun = items.findIndex(({ is, start }) => is === "kind" && start >= verb.end);
  if (noun < 0 || items.slice(0, noun).some(({ is }) => is === "key" || is === "name")) return false;
  const next = items
    .slice(noun + 1)
    .find((item, at, rest) => !/^(?:sign|filler|person|date|prep|joint)$/.test(item.is) && rest[at - 1]?.is !== "prep");
  return next !== undefined && isInfinitive(next, { tokens });
}

/** Where "and then" goes on to something else. */
function nextStep({ spans }: ReadingContext["reading"], from: number, to: number): number | undefined {
  return spans.find((span) => span.kind === "link" && span.link === "then" && span.start >= from && span.end < to)
    ?.start;
}

/** A verb that makes a kind without naming it: "remind me to …". */
function impliedKind(verb: Item | undefined, { world }: ReadingContext): string | undefined {
  if (!isItem(verb, "verb")) return undefined;
  return Object.entries(world.pack.records).find(([, { create }]) => create?.says.includes(verb.op))?.[0];
}

/** The entries of a list that the clause's sentence announces. */
function listItems(clause: Clause, { reading, items }: ReadingContext): { bodies: Item[][]; end: number } | undefined {
  const heading = reading.sentences[clause.sentence];
  const rest = reading.sentences.slice(clause.sentence + 1);
  const stop = rest.findIndex(({ item }) => item === undefined);
  const entries = stop < 0 ? rest : rest.slice(0, stop);
  if (heading?.item !== undefined || entries.length === 0) return undefined;
  const bodies = entries.map((entry) => items.filter(({ start, end }) => start >= entry.start && end <= entry.end));
  return { bodies, end: entries.at(-1)?.end ?? clause.end };
}

/** Where the text of something new ends: before a clause of the sentence that orders something of its own. */
function textEnd(clause: Clause, clauses: readonly Clause[], { items, reading }: ReadingContext): number {
  let end = clause.end;
  for (const next of clauses) {
    if (next.start < clause.end) continue;
    if (next.sentence !== clause.sentence || next.link === "then" || next.act === "forbid" || next.act === "cancel")
      break;
    const own = items.filter((item) => item.start >= next.start && item.end <= next.end);
    const orders = own.some((item) => isItem(item, "verb") && item.form === "imperative");
    const speaksOf = own.some(
      (item) =>
        /^(?:key|kind|place|option|operation|pronoun)$/.test(item.is) || (isItem(item, "verb") && item.op === "assign"),
    );
    // An English title may go on with a verb of the same form: "call Bob and email Ann".
    const goesOn = !speaksOf && reading.tokens[next.start]?.lang === "en" && opensWithVerb(clause, items);
    if (orders && !goesOn) break;
    end = next.end;
  }
  return end;
}

function opensWithVerb({ start, end }: Clause, items: readonly Item[]): boolean {
  const own = items.filter((item) => item.start >= start && item.end <= end);
  const noun = own.findIndex(({ is }) => is === "kind");
  const first = own.slice(noun + 1).find(({ is }) => !/^(?:sign|filler|person|prep|joint)$/.test(is));
  return noun >= 0 && first?.is === "verb";
}

/** "Tasks: a, b and c": each part is one. */
function parted(body: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of body) {
    if (item.is === "joint" || (item.is === "sign" && /^[;.]$/.test(item.text))) parts.push([]);
    else parts.at(-1)?.push(item);
  }
  return parts.filter((part) => part.some(({ is }) => is !== "sign"));
}
