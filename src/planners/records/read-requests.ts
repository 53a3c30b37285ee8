import type { Clause } from "../../language/clause.ts";
import type { Operation } from "../../language/operation.ts";
import { buildSets } from "./build-set.ts";
import { revalued } from "./revalue.ts";
import { findCreation } from "./find-creation.ts";
import { isItem, type Item } from "./item.ts";
import { type ClauseReading, modeOf, operationOf, readClause } from "./read-clause.ts";
import { readCreate } from "./read-create.ts";
import { readText, textOperation } from "./read-text.ts";
import { type Doubt, isDoubt, type Person, type RecordSet, type Request } from "./request.ts";
import type { Part } from "./roles.ts";
import { rowsOf } from "./tests.ts";
import type { ReadingContext } from "./context.ts";

/** What a whole text comes to. `withheld` are clauses that say what is not to be done, or not surely. */
export type TextReading = { requests: Request[]; doubts: Doubt[]; withheld: Clause[]; parts: Part[] };

/** Most clauses of one text that are read. */
const mostClauses = 40;

type State = TextReading & {
  /** Whether the condition before holds; undefined where there is none. */
  holds?: boolean | undefined;
  context: ReadingContext;
  op?: Operation;
  statements: Statement[];
  until: number;
};
type Statement = { set?: RecordSet; text: string; narrows: boolean; used: boolean };

/** Reads a text clause by clause: what a clause speaks of is known to those after it. */
export function readRequests(context: ReadingContext): TextReading {
  const state: State = { requests: [], doubts: [], withheld: [], parts: [], context, statements: [], until: 0 };
  const { clauses } = context.reading;
  if (clauses.length > mostClauses)
    return { ...state, doubts: [{ doubt: "words", words: context.reading.source.slice(0, 120), understood: [] }] };
  for (const clause of clauses) if (clause.start >= state.until) readOne(clause, state);
  checkStatements(state);
  return state;
}

function readOne(clause: Clause, state: State): void {
  const { context } = state;
  const items = context.items.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  if (!items.some(hasMeaning)) return;
  if (clause.role === "if" || clause.role === "unless") return readCondition(clause, items, state);
  if (clause.role === "else") state.holds = state.holds === undefined ? undefined : !state.holds;
  if (state.holds === false && clause.role !== "main") return;
  if (state.holds === false && clause.link !== "context") return;
  if (isWithheld(clause)) {
    state.withheld.push(clause);
    notePerson(items, state);
    return;
  }
  const operations = textOperation(items, context);
  const noun = items.find(({ is }) => is === "kind");
  const isText = operations.some(({ item }) => item.is === "operation" && item.start < (noun?.start ?? Infinity));
  const made = isText ? undefined : findCreation(clause, context.reading.clauses, context);
  if (made !== undefined) {
    for (const creation of made.creations) add(readCreate(creation, context), state);
    if (made.rest !== undefined) state.doubts.push({ doubt: "words", words: made.rest, understood: [] });
    state.until = made.end;
    state.op = "create";
    return;
  }
  if (operations.length > 0) {
    add(readText(clause, operations, context), state);
    state.until = context.reading.tokens.length;
    return;
  }
  for (const part of parted(items)) readPlain(clause, part, state);
}

/** "A to X, B to Y": parts of a clause that each have a record and a value. */
function parted(items: readonly Item[]): Item[][] {
  const isWhole = (some: readonly Item[]): boolean =>
    some.some(({ is }) => is === "key" || is === "name") &&
    some.some(({ is }) => /^(?:option|person|date|number|duration)$/.test(is));
  const parts: Item[][] = [];
  let rest = [...items];
  for (let at = rest.findIndex(({ is }) => is === "joint"); at >= 0;) {
    const [left, right] = [rest.slice(0, at), rest.slice(at + 1)];
    if (
      isWhole(left) &&
      isWhole(right) &&
      !left.some((item) => isItem(item, "quantifier") && item.span.value === "except")
    ) {
      parts.push(left);
      rest = right;
      at = rest.findIndex(({ is }) => is === "joint");
    } else {
      const next = rest.findIndex(({ is }, i) => i > at && is === "joint");
      at = next;
    }
  }
  return [...parts, rest];
}

/** "If Maria has tasks in progress": whether there are such records; anything else is asked about. */
function readCondition(clause: Clause, items: readonly Item[], state: State): void {
  const { requests, doubt } = readClause(
    { clause: { ...clause, polarity: "positive" }, items, mode: "ask" },
    state.context,
  );
  const [first] = requests;
  if (doubt !== undefined || first === undefined || !("set" in first) || items.some(({ is }) => is === "compare"))
    return void state.doubts.push(doubt ?? { doubt: "words", words: clause.text, understood: [] });
  const isNegated = items.some(
    (item) => item.is === "polarity" || (isItem(item, "quantifier") && item.span.value === "none"),
  );
  const exists = rowsOf(first.set, state.context.world).length > 0;
  state.holds = (exists !== isNegated) !== (clause.role === "unless");
}

/** What is forbidden, doubted or only weighed leads to no write. */
function isWithheld({ act, polarity }: Clause): boolean {
  if (act === "forbid" || act === "cancel") return true;
  return polarity === "negated" || polarity === "hedged" || polarity === "hypothetical";
}

function readPlain(clause: Clause, items: readonly Item[], state: State): void {
  const { context } = state;
  const own = operationOf(clause, context);
  const amended = amendCreation(items, state);
  if (amended !== undefined) return void state.requests.splice(-1, 1, amended);
  const op = own ?? (clause.elliptic ? state.op : undefined);
  const mode = modeOf(clause, items, op);
  const wanted = { clause, items, ...(op !== undefined && { op }) };
  let reading: ClauseReading = readClause({ ...wanted, mode }, context);
  const isStatement = clause.act === "tell" || clause.act === "correct" || clause.act === "confirm";
  const isOpen = own === undefined && reading.requests.some((one) => one.do === "change" && one.missing.length > 0);
  const isUnread = reading.doubt?.doubt === "words";
  if (mode === "change" && isStatement && (isUnread || isOpen)) {
    const told = readClause({ ...wanted, mode: "ask" }, context);
    if (told.doubt === undefined && isAlone(state)) reading = told;
    else return noteStatement({ clause, items, told, reading }, state);
  }
  if (own === undefined && clause.link !== "first" && clause.link !== "context") {
    const again = repeated(items, state);
    if (again !== undefined) return add(again, state);
  }
  if (own !== undefined) state.op = own;
  state.parts.push(...reading.parts);
  if (reading.doubt !== undefined) state.doubts.push(reading.doubt);
  else add(reading.requests, state);
  notePerson(items, state);
}

/** "… and assign it to Anna": a value for what is made just before. */
function amendCreation(items: readonly Item[], { requests, context }: State): Request | undefined {
  const last = requests.at(-1);
  const isIt =
    items.some(({ is }) => is === "pronoun") && !items.some(({ is }) => /^(?:name|key|kind|unknown|word)$/.test(is));
  return last?.do === "create" && isIt ? revalued(last, { items, context })?.[0] : undefined;
}

/** "… and STU-5 too": the change before, for another record. */
function repeated(items: readonly Item[], state: State): Request[] | undefined {
  const last = state.requests.at(-1);
  const hasValue = items.some(({ is }) =>
    /^(?:option|person|date|number|duration|field|operation|deed|verb|quantifier)$/.test(is),
  );
  if (last === undefined || last.do === "create" || last.do === "ask" || hasValue) return undefined;
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
function isAlone({ context, requests, doubts }: State): boolean {
  const { clauses } = context.reading;
  return requests.length === 0 && doubts.length === 0 && clauses.every(({ act }) => act === "tell" || act === "ask");
}

type StatementReading = { clause: Clause; items: readonly Item[]; told: ClauseReading; reading: ClauseReading };

/** A statement that asks for nothing: what it speaks of is what "them" refers to later. */
function noteStatement({ clause, items, told, reading }: StatementReading, state: State): void {
  const [first] = told.requests;
  const set = first !== undefined && "set" in first ? first.set : undefined;
  const narrows = items.some(({ is }) =>
    /^(?:person|whose|mark|option|date|number|name|quantifier|key|kind)$/.test(is),
  );
  const orders = items.some((item) => isItem(item, "verb") && item.form === "imperative");
  if (set === undefined && (orders || (narrows && reading.doubt?.doubt !== "words"))) {
    if (reading.doubt !== undefined) state.doubts.push(reading.doubt);
    return;
  }
  state.statements.push({ ...(set !== undefined && { set }), text: clause.text, narrows, used: false });
  if (set !== undefined) state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set } };
  notePerson(items, state);
}

/** What was said around a request and narrows it must be in the request, or it is asked about. */
function checkStatements(state: State): void {
  if (state.requests.length === 0) {
    const [first] = state.statements;
    if (first !== undefined && state.doubts.length === 0 && state.withheld.length === 0)
      state.doubts.push({ doubt: "words", words: first.text, understood: [] });
    return;
  }
  const bulk = state.requests.filter((request) => "set" in request && request.set.all && request.do !== "ask");
  for (const { set, text, narrows, used } of state.statements) {
    const isUsed =
      used ||
      (set !== undefined &&
        state.requests.some((one) => "set" in one && set.tests.every((test) => one.set.tests.includes(test))));
    if (!isUsed && (narrows || bulk.length > 0))
      state.doubts.push({
        doubt: "scope",
        said: text,
        read: bulk[0] !== undefined && "set" in bulk[0] ? bulk[0].set.said : "",
      });
  }
}

function add(made: Request | readonly Request[] | Doubt, state: State): void {
  if (!Array.isArray(made) && "doubt" in made && isDoubt(made)) {
    state.doubts.push(made);
    return;
  }
  const requests = (Array.isArray(made) ? made : [made]) as readonly Request[]; // a doubt was handled above
  state.requests.push(...requests);
  const last = requests.at(-1);
  if (last === undefined || !("set" in last)) return;
  const set = requests.length === 1 ? last.set : together(requests, last.set);
  state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set } };
}

/** Several named records, as one set to refer to. */
function together(requests: readonly Request[], { kind }: RecordSet): RecordSet {
  const sets = requests.flatMap((one) => ("set" in one && one.set.kind === kind ? [one.set] : []));
  const ids = new Set(
    sets.flatMap(({ tests }) => tests.flatMap((test) => (test.op === "ids" && test.not !== true ? [...test.ids] : []))),
  );
  return {
    kind,
    tests: [{ field: "id", op: "ids", ids }],
    all: true,
    said: sets.map(({ said }) => said).join(", "),
    read: [],
  };
}

function notePerson(items: readonly Item[], state: State): void {
  const people = items.flatMap((item): readonly Person[] =>
    isItem(item, "person") && item.people.length === 1 ? item.people : [],
  );
  const [person] = people;
  if (person !== undefined && people.length === 1)
    state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, person } };
}

function hasMeaning({ is }: Item): boolean {
  return !/^(?:filler|sign|joint|prep)$/.test(is);
}
