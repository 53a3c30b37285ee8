import { compact } from "../../../plan/compact.ts";
import { amendCreation, completeCreation } from "../turns/amend-creation.ts";
import type { Clause } from "../../../language/clauses/clause.ts";
import { read } from "../../../language/reading.ts";
import { isRequesting } from "../../../language/clauses/asked-order.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { buildSets } from "../sets/build-set.ts";
import { findCreation } from "./find-creation.ts";
import { isItem, type Item } from "../items/item.ts";
import { type ClauseReading, modeOf, operationOf, readClause } from "./read-clause.ts";
import { isLeft, isRepeated, isReport, orderIn, withPeople } from "./conditions.ts";
import { readCondition, supposed } from "./read-condition.ts";
import { readMeasured, readPlots } from "./read-measures.ts";
import { readForm } from "./read-form.ts";
import { readCreate } from "./read-create.ts";
import { letterTo, readText, textOperation } from "./read-text.ts";
import { type Doubt, isDoubt, type RecordSet, type Request } from "./request.ts";
import { together } from "../sets/spoken-sets.ts";
import type { Part } from "../sets/roles.ts";
import { joinedRequests } from "./join-requests.ts";
import { askedOrder, hedgedOrder, needlessRecord, withSignature } from "./two-meanings.ts";
import { withTopPerson } from "../sets/top-person.ts";
import { hasMeaning, notePerson, type TextReading, type TextState } from "./text-state.ts";
import { checkStatements, filledFrom, noteStatement } from "./statements.ts";
import { joinClauses } from "./join-clauses.ts";
import { isPlaced, isRest, isSpared, parted } from "./parts-of-clause.ts";
import { textOf } from "../world/world.ts";
import { rowsOf } from "../sets/tests.ts";
import { isLookAway, isTakenBack, isWeighing } from "./calls-off.ts";
import type { ReadingContext } from "./context.ts";

/** Most clauses of one text that are read. */
const mostClauses = 40;

/** Items of the longest clause that is read in parts. */
const mostParted = 150;

/** Reads a text clause by clause: what a clause speaks of is known to those after it. */
export function readRequests(whole: ReadingContext): TextReading {
  const signed = withSignature(whole);
  const context = isDoubt(signed) ? whole : signed;
  const state: TextState = { requests: [], doubts: [], withheld: [], parts: [], context, statements: [], until: 0 };
  if (isDoubt(signed)) return { ...state, doubts: [signed] };
  const { clauses } = context.reading;
  if (clauses.length > mostClauses)
    return { ...state, doubts: [{ doubt: "words", words: context.reading.source.slice(0, 120), understood: [] }] };
  let sentence = { of: -1, requests: 0, doubts: 0 };
  for (const clause of joinClauses(clauses, context)) {
    if (clause.sentence !== sentence.of)
      sentence = { of: clause.sentence, requests: state.requests.length, doubts: state.doubts.length };
    if (clause.start < state.until) continue;
    const isTrailing = isCondition(clause) && clause.link !== "first" && clause.link !== "context";
    const known = state.requests.length;
    readOne(clause, state);
    const asked = askedOrder(clause, state.requests.slice(known), context);
    if (asked !== undefined) state.doubts.push(asked);
    // "Do it if …": what was read of the sentence hangs on the condition behind it.
    if (!isTrailing || state.holds !== false) continue;
    state.requests.splice(sentence.requests);
    state.doubts.splice(sentence.doubts);
  }
  checkStatements(state);
  const joined = joinedRequests(state.requests, context.world);
  return isDoubt(joined) ? { ...state, doubts: [...state.doubts, joined] } : { ...state, requests: joined };
}

function isCondition({ role }: Clause): boolean {
  return role === "if" || role === "unless";
}

function readOne(clause: Clause, state: TextState): void {
  const isOwn = ({ start, end }: Item): boolean => start >= clause.start && end <= clause.end;
  const items = withPeople(withTopPerson(state.context.items.filter(isOwn), state.context), state.context);
  const others = state.context.items.filter((item) => !isOwn(item));
  const all = [...others, ...items].toSorted((a, b) => a.start - b.start);
  const context = { ...state.context, items: all };
  state.context = context;
  if (isCondition(clause)) {
    const order = orderIn(items);
    readCondition(clause, order === undefined ? items : items.slice(0, order), state);
    const start = items[order ?? -1]?.start;
    if (start === undefined) return;
    const other = context.reading.spans.find(
      (span) => span.kind === "link" && span.link === "else" && span.start > start && span.start < clause.end,
    )?.start;
    const then = { ...clause, start, end: other ?? clause.end, role: "then", act: "do", link: "and" } as const;
    readOne(then, state);
    if (other !== undefined) readOne({ ...then, start: other, end: clause.end, role: "else" }, state);
    return;
  }
  const said = items.filter(hasMeaning);
  // "Put it back, give it to Tom": what goes on from there is what is wanted.
  const isUndone = said.every((item) => isItem(item, "verb") && item.op === "undo");
  // "Tell me, …?": the question stands behind it.
  const isAsked = context.reading.clauses.some(({ act, start }) => act === "ask" && start > clause.start);
  if (isAsked && said.every((item) => isItem(item, "verb") && item.op === "read")) return;
  const goesOn = context.reading.clauses.some(({ start }) => start > clause.start);
  if (!goesOn && isTakenBack(clause, items, context)) return void state.withheld.push(clause);
  if (said.length === 0) return;
  if (isUndone && goesOn) return;
  if (clause.role === "else" && state.inElse !== true && state.holds !== undefined) state.holds = !state.holds;
  state.inElse = clause.role === "else";
  if (state.holds === false && (clause.role !== "main" || clause.link !== "context")) return notePerson(items, state);
  const told = supposed(clause, items, state);
  if (told !== undefined) {
    state.asked = told;
    return notePerson(items, state);
  }
  const isOnly = context.reading.clauses.every(({ act, start }) => act !== "do" || start === clause.start);
  const needless = isOnly ? needlessRecord(items, context) : undefined;
  if (needless !== undefined) return add(needless, state);
  const hedged = hedgedOrder(clause, items, context);
  if (isDoubt(hedged)) return add(hedged, state);
  if (hedged !== undefined) return readOrder(clause, hedged, state);
  if (!isNoted(items, context) && (isWithheld(clause, items) || isReport(clause, items, context))) {
    state.withheld.push(clause);
    notePerson(items, state);
    return;
  }
  if (!readFigures(clause, items, state)) readOrder(clause, items, state);
}

/** "Note on A: not signed yet": a text behind a colon forbids nothing. */
function isNoted(items: readonly Item[], context: ReadingContext): boolean {
  const head = items.slice(0, items.findIndex(({ text }) => text === ":") + 1);
  // Whatever else stands in the order may forbid or doubt it: "it is not time to …".
  const isPlain = (item: Item): boolean =>
    (/^(?:operation|prep|kind|name|key|person|pronoun|filler|sign)$/.test(item.is) &&
      !hasConcept(item.text, "act.cancel")) ||
    (isItem(item, "verb") && item.form !== "past");
  const { source, setting, tokens } = context.reading;
  const said = source.slice(tokens[head[0]?.start ?? 0]?.from, tokens[(head.at(-1)?.end ?? 1) - 1]?.from);
  // "Can we note on A: fine, or is it too early?": the second half of the question is none of the text.
  const isEither =
    source.trimEnd().endsWith("?") &&
    context.reading.spans.some((span) => span.kind === "link" && span.link === "or") &&
    head.some(({ start }) => context.reading.spans.some((span) => span.start === start && isRequesting(tokens, span)));
  if (isEither) return false;
  const isMeant = read(said, setting).clauses.every(({ polarity }) => polarity === "positive");
  return (
    isMeant && !head.some((_, at) => isLeft(head, at)) && textOperation(head, context).length > 0 && head.every(isPlain)
  );
}

/** "Tom asked to add a note: …", "how do I add a note?": the words before a text that order nothing. */
function toldText(items: readonly Item[], context: ReadingContext): string | undefined {
  const [operation] = textOperation(items, context);
  if (operation === undefined) return undefined;
  const head = items.filter(({ end }) => end <= operation.item.start);
  const told = head.filter(
    (item) =>
      (/^(?:unknown|word|question)$/.test(item.is) && !hasConcept(item.text, "noun.record")) ||
      (isItem(item, "verb") && /^(?:past|present|gerund)$/.test(item.form)) ||
      isWeighing(item, context),
  );
  return told.length === 0 ? undefined : told.map(({ text }) => text).join(" ");
}

/** Something new, a text for a record, a message, or anything else about records. */
function readOrder(clause: Clause, items: readonly Item[], state: TextState): void {
  const { context } = state;
  const completed = completeCreation(items, state);
  if (completed !== undefined) return void state.requests.splice(-1, 1, completed);
  const operations = textOperation(items, context);
  const noun = items.find(({ is }) => is === "kind");
  const colon = items.find(({ text }) => text === ":");
  const isText = operations.some(
    ({ item }) =>
      item.start < (noun?.start ?? Infinity) &&
      (item.is === "operation" || (item.start < (colon?.start ?? 0) && (colon?.start ?? 0) < (noun?.start ?? 0))),
  );
  const made = isText ? undefined : findCreation(clause, context.reading.clauses, context);
  if (made !== undefined) {
    for (const creation of made.creations) add(readForm(creation, context) ?? readCreate(creation, context), state);
    if (made.rest !== undefined) state.doubts.push({ doubt: "words", words: made.rest, understood: [] });
    state.until = made.end;
    state.op = "create";
    return notePerson(items, state);
  }
  if (operations.length > 0) {
    const told = toldText(items, context);
    const text =
      told === undefined
        ? readText(clause, operations, context)
        : { doubt: "words" as const, words: told, understood: [] };
    add(isDoubt(text) ? text : text.made, state);
    const { length } = context.reading.tokens;
    state.until = !isDoubt(text) && text.isNext ? text.end : length;
    if (!isDoubt(text) && !text.isNext && text.end < length)
      readOne({ ...clause, start: text.end, end: length, role: "main", act: "do", polarity: "positive" }, state);
    return;
  }
  const to = state.requests.length === 0 ? letterTo(items, context.world) : undefined;
  if (to !== undefined) {
    state.doubts.push({ doubt: "unsent", to });
    state.until = context.reading.tokens.length;
    return;
  }
  const parts = items.length > mostParted ? [items] : parted(items);
  for (const part of parts) readPlain(clause, part, state);
}

/** Whether a clause asks about figures or for a drawing of them. */
function readFigures(clause: Clause, items: readonly Item[], state: TextState): boolean {
  const asked = clause.act === "ask" ? readMeasured(items, state.context, state.measures) : undefined;
  if (asked !== undefined && !isDoubt(asked)) {
    [state.asked, state.measures] = [{ holds: asked.holds }, asked.spoken];
    return true;
  }
  const plots = readPlots(items, state.context, state.measures);
  if (plots === undefined) return false;
  add(plots, state);
  const [first] = isDoubt(plots) ? [] : plots;
  if (first !== undefined && !isDoubt(plots))
    state.measures = { measures: plots.map(({ measured }) => measured), days: first.days };
  return true;
}

/** "The first to Ann, the others to Bob": the list that was shown, and of it those that nothing was asked for yet. */
function withList(items: readonly Item[], { context, requests }: TextState): ReadingContext {
  const { list } = context.spokenOf;
  const isNamed = items.some(({ is }) => /^(?:key|name|kind)$/.test(is));
  const { id } = context.world.pack.records[list?.kind ?? ""] ?? {};
  if (list === undefined || id === undefined || isNamed || !items.some(isPlaced)) return context;
  const used = requests.flatMap((one) =>
    "set" in one && one.set.kind === list.kind ? rowsOf(one.set, context.world) : [],
  );
  const left = rowsOf(list, context.world).filter((row) => !items.some(isRest) || !used.includes(row));
  const ids = new Set(left.map((row) => textOf(row[id])));
  const set: RecordSet = { ...list, tests: [{ field: id, op: "ids", ids }], all: true };
  return { ...context, spokenOf: { ...context.spokenOf, set } };
}

/** "Check and if so …": looking is what a condition does. */
function isOnlyLook(items: readonly Item[], { asked, context }: TextState): boolean {
  const said = items.filter(hasMeaning);
  const isKnown = asked !== undefined || context.reading.clauses.some(({ role }) => role === "if");
  const looks = said.every(
    (item) =>
      item.is === "person" ||
      (isItem(item, "verb") && /^(?:read|do)$/.test(item.op) && /^(?:imperative|infinitive)$/.test(item.form)),
  );
  return isKnown && looks && said.some(({ is }) => is === "verb");
}

/** What is forbidden, doubted or only weighed leads to no write. */
function isWithheld({ act, polarity }: Clause, items: readonly Item[]): boolean {
  // "Which are not closed yet?", "who should I call?" only ask.
  const first = items.find((item) => hasMeaning(item) && item.is !== "polarity");
  const isAsked = isItem(first, "question") && (polarity !== "hypothetical" || first.span.asks === "who");
  if (isAsked && act !== "cancel") return false;
  if (act === "forbid" || act === "cancel") return true;
  // "But deciding is not for us": it rules something out and names nothing that it is about.
  const isNothing =
    polarity === "alternative" &&
    !items.some(({ is }) => /^(?:kind|name|key|person|option|date|number|mark)$/.test(is));
  return isNothing || polarity === "negated" || polarity === "hedged" || polarity === "hypothetical";
}

function readPlain(clause: Clause, items: readonly Item[], state: TextState): void {
  const context = withList(items, state);
  const own = operationOf(clause, { ...context, items });
  if (isOnlyLook(items, state) || isRepeated(items.filter(hasMeaning), state.requests)) return notePerson(items, state);
  const named = items.filter(({ is }) => is === "name" || is === "key");
  const isLeft = items.every((item) => isSpared(item) || !hasMeaning(item) || named.includes(item));
  if (state.requests.length > 0 && named.length > 0 && items.some(isSpared) && isLeft) return;
  const amended = amendCreation(items, state);
  if (amended !== undefined) return void state.requests.splice(-1, 1, amended);
  const isLater = own === undefined && (clause.elliptic || isBehindVerb(clause, items, context));
  const isFree = isLater && clause.act !== "ask" && isSelfSaid(clause, items, context);
  const op = own ?? (isLater && !isFree ? state.op : undefined);
  const mode = isFree ? "change" : modeOf(clause, items, op);
  const wanted = { clause, items, ...compact({ op }) };
  let reading: ClauseReading = readSpoken({ ...wanted, mode }, context);
  const isLead =
    own === undefined && context.reading.clauses.some((next) => next.start > clause.start && next.act === "do");
  const isStatement = clause.act === "tell" || clause.act === "correct" || clause.act === "confirm" || isLead;
  const isOpen = own === undefined && reading.requests.some((one) => one.do === "change" && one.missing.length > 0);
  const isUnread = reading.doubt?.doubt === "words" || (isLead && reading.doubt?.doubt === "which");
  if (mode === "change" && isStatement && (isUnread || isOpen)) {
    const told = readClause({ ...wanted, mode: "ask" }, context);
    if (told.doubt === undefined && isAlone(state)) reading = told;
    else return noteStatement({ clause, items, told, reading }, state);
  }
  if (
    isLead &&
    clause.act !== "ask" &&
    mode === "change" &&
    reading.requests.length > 0 &&
    reading.requests.every((one) => one.do === "ask")
  )
    return noteStatement({ clause, items, told: reading, reading }, state);
  if (own === undefined && clause.link !== "first" && clause.link !== "context") {
    const again = repeated(items, state);
    if (again !== undefined) return add(again, state);
  }
  if (isLookAway(items, own, state))
    return void state.doubts.push({ doubt: "words", words: clause.text, understood: [] });
  if (own !== undefined) state.op = own;
  state.parts.push(...reading.parts);
  if (reading.doubt !== undefined) state.doubts.push(reading.doubt);
  else
    add(
      reading.requests.map((one) => filledFrom(one, state)),
      state,
    );
  notePerson(items, state);
}

/** A part of a clause without its verb. */
function isBehindVerb({ verb }: Clause, items: readonly Item[], { reading }: ReadingContext): boolean {
  const at = verb === undefined ? undefined : reading.spans[verb]?.start;
  return at !== undefined && (at < (items[0]?.start ?? 0) || at >= (items.at(-1)?.end ?? 0));
}

/** "Give A to Ann, B to review": a later part without a verb may say itself what becomes of it. */
function isSelfSaid(clause: Clause, items: readonly Item[], context: ReadingContext): boolean {
  const { doubt, requests } = readSpoken({ clause, items, mode: "change" }, context);
  const isSet = (one: Request): boolean => one.do === "change" && one.missing.length === 0;
  return doubt === undefined && requests.length > 0 && requests.every(isSet);
}

/** A clause about what was spoken of: where it does not fit that record, one of another kind with the name may be meant. */
function readSpoken(wanted: Parameters<typeof readClause>[0], context: ReadingContext): ClauseReading {
  const reading = readClause(wanted, context);
  const isFound = ({ doubt, requests }: ClauseReading): boolean =>
    doubt === undefined &&
    requests.length > 0 &&
    requests.every((one) => !("set" in one) || one.set.all || one.set.tests.length > 0);
  const isWhole = (one: ClauseReading): boolean =>
    isFound(one) && one.requests.every((request) => request.do !== "change" || request.missing.length === 0);
  if (isWhole(reading) || wanted.mode !== "change") return reading;
  const { others = [] } = context.spokenOf;
  const all = others.map((set) => readClause(wanted, { ...context, spokenOf: { ...context.spokenOf, set } }));
  return all.find(isWhole) ?? [reading, ...all].find(isFound) ?? reading;
}

/** "… and STU-5 too": the change before, for another record. */
function repeated(items: readonly Item[], state: TextState): Request[] | undefined {
  const last = state.requests.at(-1);
  const hasValue = items.some(({ is }) =>
    /^(?:option|person|date|number|duration|field|operation|deed|verb|quantifier)$/.test(is),
  );
  if (last === undefined || !("set" in last) || last.do === "ask" || hasValue) return undefined;
  const parts = items.map((item): Part => ({
    item,
    role: /^(?:key|name|kind)$/.test(item.is) ? "target" : "skip",
    rule: "repeated",
  }));
  if (items.some(({ is }) => is === "unknown" || is === "word") || !parts.some(({ role }) => role === "target"))
    return undefined;
  const sets = buildSets({ parts, kind: last.set.kind, asks: false }, state.context);
  return sets === undefined || isDoubt(sets) ? undefined : sets.sets.map((set) => ({ ...last, set }));
}

/** Whether nothing else is said: a set that is only named is then asked for. */
function isAlone({ context, requests, doubts }: TextState): boolean {
  const { clauses } = context.reading;
  return requests.length === 0 && doubts.length === 0 && clauses.every(({ act }) => act === "tell" || act === "ask");
}

function add(made: Request | readonly Request[] | Doubt, state: TextState): void {
  if (!Array.isArray(made) && "doubt" in made && isDoubt(made)) {
    state.doubts.push(made);
    return;
  }
  const requests = (Array.isArray(made) ? made : [made]) as readonly Request[]; // a doubt was handled above
  state.requests.push(...requests);
  const last = requests.at(-1);
  if (last?.do === "create" && last.of !== undefined)
    state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set: last.of } };
  if (last === undefined || !("set" in last)) return;
  if (last.do === "ask") state.asked = { set: last.set };
  const set = requests.length === 1 ? last.set : together(requests, last.set);
  state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set } };
}
