import { verbAt } from "../words/english-verbs.ts";
import { codeOf, pattern } from "../words/mark.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import type { Context } from "./context.ts";
import { type Doing, readAction } from "./read-action.ts";
import { readChoice } from "./read-choice.ts";
import { assignTo, namedKind, readValue } from "./read-change.ts";
import { readCondition, readToldChoice } from "./read-condition.ts";
import { readValues } from "./read-create.ts";
import { readMeasured, readPeriod } from "./read-measures.ts";
import { leftOver, type Reader, readerOf, type Scene, sensesAt } from "./reader.ts";
import { type Action, type Block, type Choice, type Condition, isPuzzle, type Puzzle } from "./request.ts";

/** What a text asks for, as blocks of conditions and actions; the first thing that cannot be accounted for otherwise. */
export function readRequest(scene: Scene): Block[] | Puzzle {
  const clauses = clausesOf(scene.marks);
  const context: Context = measuresAhead(scene);
  const blocks: Draft[] = [];
  for (const [at, clause] of clauses.entries()) {
    const puzzle = readClause({ scene, clauses, at, blocks, context }, clause);
    if (puzzle !== undefined) return puzzle;
  }
  const done = blocks.filter(({ does, otherwise }) => does.length + otherwise.length > 0);
  const open = blocks.find(
    ({ condition, does, otherwise }) => condition !== undefined && does.length + otherwise.length === 0,
  );
  if (open !== undefined || done.length === 0) return { puzzle: "kind", words: scene.source };
  return done.map(({ condition, does, otherwise }) => ({
    ...(condition !== undefined && { condition }),
    does,
    otherwise,
  }));
}

type Draft = {
  condition?: Condition;
  does: Action[];
  otherwise: Action[];
  branch: "does" | "otherwise";
  sentence: number;
};
type Place = { scene: Scene; clauses: readonly Clause[]; at: number; blocks: Draft[]; context: Context };

function readClause(place: Place, clause: Clause): Puzzle | undefined {
  switch (clause.is) {
    case "if":
      return openCondition(place, clause);
    case "so":
      return hangOnLast(place);
    case "else":
      return turnRound(place);
    case "do":
      return addActions(place, clause, readAction(place.scene, clause, place.context));
    case "tell":
      return readTell(place, clause);
    default:
      return clause satisfies never;
  }
}

/** A condition holds for what follows, or for what its own sentence asked for before it. */
function openCondition({ scene, blocks, context }: Place, clause: Extract<Clause, { is: "if" }>): Puzzle | undefined {
  const reader = readerOf(scene, clause.from, clause.to);
  const period = readPeriod({ ...reader }, context);
  const read = readCondition(reader, context);
  if (isPuzzle(read)) return read;
  noteCondition(context, read, period);
  noteWhom(scene, clause, context);
  const condition: Condition = clause.not ? { is: "not", condition: read } : read;
  const before = blocks.at(-1);
  if (
    before !== undefined &&
    before.condition === undefined &&
    before.sentence === clause.sentence &&
    before.does.length > 0
  ) {
    before.condition = condition;
    return undefined;
  }
  blocks.push({ condition, does: [], otherwise: [], branch: "does", sentence: clause.sentence });
  return undefined;
}

/** Somebody a condition is about is who the rest is for, where it names nobody. */
function noteWhom({ marks }: Scene, { from, to }: Clause, context: Context): void {
  const person = marks.slice(from, to).findLast(({ is }) => is === "person");
  if (person?.is === "person") context.whom = { is: "person", people: person.people, said: person.text };
}

function noteCondition(context: Context, condition: Condition, period?: Context["period"]): void {
  if (condition.is === "days" || condition.is === "change" || condition.is === "rank" || condition.is === "top")
    context.measure = condition.measure;
  if (condition.is === "rank") context.both = [condition.measure, condition.than];
  if (condition.is === "change") context.period = { from: condition.against.from, to: condition.of.to };
  else if (period !== undefined) context.period = period;
  if (condition.is === "count") context.choice = condition.choice;
}

/** "If so": what was told or asked before it is the condition. */
function hangOnLast({ scene, clauses, at, blocks, context }: Place): Puzzle | undefined {
  const open = blocks.at(-1);
  if (open?.condition !== undefined && open.does.length === 0) return undefined;
  const told = clauses.slice(0, at).findLast((clause) => clause.is === "tell" && !isIdle(scene, clause));
  if (told === undefined) return { puzzle: "condition", words: scene.source };
  const condition = readCondition(readerOf(scene, told.from, told.to), context);
  if (isPuzzle(condition)) return condition;
  noteCondition(context, condition, readPeriod(readerOf(scene, told.from, told.to), context));
  noteWhom(scene, told, context);
  blocks.push({ condition, does: [], otherwise: [], branch: "does", sentence: told.sentence });
  return undefined;
}

/** "Otherwise" after something to do, "if not" where nothing has been asked for yet. */
function turnRound(place: Place): Puzzle | undefined {
  const open = place.blocks.at(-1);
  if (open?.condition !== undefined && open.does.length > 0) {
    open.branch = "otherwise";
    return undefined;
  }
  const puzzle = hangOnLast(place);
  const hung = place.blocks.at(-1);
  if (puzzle !== undefined || hung === undefined) return puzzle ?? { puzzle: "condition", words: place.scene.source };
  hung.branch = "otherwise";
  return undefined;
}

function addActions({ blocks, context }: Place, clause: Clause, read: Action[] | Puzzle): Puzzle | undefined {
  if (isPuzzle(read)) return read;
  const open = blocks.at(-1);
  const fits = open !== undefined && (open.condition !== undefined || open.sentence === clause.sentence);
  const block: Draft = fits ? open : { does: [], otherwise: [], branch: "does", sentence: clause.sentence };
  if (!fits) blocks.push(block);
  for (const action of read) {
    block[block.branch].push(action);
    context.last = action;
    if ("choice" in action) context.choice = action.choice;
    if (action.do === "plot" && action.measured.is === "measures" && action.measured.ids[0] !== undefined)
      context.measure = action.measured.ids[0];
  }
  return undefined;
}

/** What is told besides: a request in other words, more about the last one, or what "they" will stand for. */
function readTell(place: Place, clause: Extract<Clause, { is: "tell" }>): Puzzle | undefined {
  const { scene, context } = place;
  if (isIdle(scene, clause)) return undefined;
  if (context.last?.do === "create" && moreOf.test(codeOf(scene.marks, clause.from, clause.to))) {
    const reader = readerOf(scene, clause.from, clause.to);
    reader.code = reader.code.replace(/^ A#\d+ 's /, " ");
    Object.assign(context.last.values, readValues(reader, context.last.kind, context));
    const left = leftOver(reader).filter(
      (word) => !/^(?:should|must|needs|needed|they're|want|wants|tell|assigned)$/.test(word),
    );
    return left.length > 0 ? { puzzle: "words", words: left.join(" ") } : undefined;
  }
  const action = toldAction(scene, clause, context);
  if (action !== undefined) return addActions(place, clause, isPuzzle(action) ? action : [action].flat());
  noteTold(place, clause);
  return undefined;
}

/** How a statement begins that says more of what was just asked for. */
const moreOf =
  /^ (?:A#\d+ 's [A-Z]*F|(?:it|this|they|their|he|she|the [A-Z]*K[A-Z]*#\d+) (?:'s|is|are|should|must|will|needs|has|have|want|wants|[A-Z]+#)|they're |[A-Z]*F[A-Z]*#\d+ it |tell )/;

function noteTold({ scene, context }: Place, clause: Clause): void {
  noteMeasure(scene, clause, context);
  const fact = factOf(scene, clause);
  if (fact !== undefined) context.told = fact;
  // What somebody did with the records is no test of them.
  const told = readToldChoice(readerOf(scene, clause.from, clause.to), /(?:ed|ing)$/);
  const choice = isPuzzle(told) ? (objectIn(scene, clause) ?? told) : told;
  if (!isPuzzle(choice)) context.choice = choice;
  else context.choice = namedIn(scene, clause) ?? context.choice;
  for (const mark of scene.marks.slice(clause.from, clause.to))
    if (mark.is === "person") context.whom = { is: "person", people: mark.people, said: mark.text };
}

/** "Check the growth of visits since May": what "it" will stand for, and since when. */
function noteMeasure(scene: Scene, { from, to }: Clause, context: Context): void {
  const reader = readerOf(scene, from, to);
  const measured = readMeasured(reader);
  if (measured?.is !== "measures" || measured.ids[0] === undefined) return;
  context.measure = measured.ids[0];
  const period = readPeriod(reader, context);
  if (period !== undefined) context.period = period;
}

/** The records a statement ends with, whatever it says of them: "… remembers to attend the first event on Friday". */
function objectIn(scene: Scene, { from, to }: Clause): Choice | undefined {
  const at = scene.marks.findIndex((mark, i) => i > from && i < to && /^(?:the|my|all)$/.test(mark.lower));
  const choice = at < 0 ? undefined : readChoice(readerOf(scene, at, to));
  return choice === undefined || isPuzzle(choice) ? undefined : choice;
}

/** A record that is told of by its name. */
function namedIn(scene: Scene, { from, to }: Clause): Choice | undefined {
  const name = scene.marks.slice(from, to).find(({ is }) => is === "name");
  const kind = namedKind(readerOf(scene, from, to));
  return name === undefined || kind === undefined
    ? undefined
    : { kind, tests: [], many: false, said: name.text, name: name.text };
}

/** "Ann is interested in training", "Acme is now a lead": an option that a named record is said to have. */
function factOf(scene: Scene, { from, to }: Clause): Action | undefined {
  const reader = readerOf(scene, from, to);
  const form = pattern(
    "^ <U> (?:is|has|'s|wants|was)(?: now| also| become| been| just| moved)*(?: <F>)?(?: in| to| as| a| an| the| our)* <O>(?: <O>)?(?: <F>)? $",
  );
  const named = toldField(scene, reader);
  if (named !== undefined) return named;
  const groups = form.exec(reader.code);
  const choice = groups === null ? undefined : namedIn(scene, { from, to, sentence: 0, is: "so" });
  const option = sensesAt(reader, groups?.[3]).find((one) => one.is === "option" && one.kind === choice?.kind);
  if (choice === undefined || option?.is !== "option") return undefined;
  return { do: "change", choice, field: option.field, value: { is: "value", value: option.value } };
}

/** "Ann's phone number is 555-1234". */
function toldField(scene: Scene, reader: Reader): Action | undefined {
  const groups = pattern("^ <U> 's <F> (?:is|has changed to|changed to|should be)(?: now)? (.+) $").exec(reader.code);
  const name = groups === null ? undefined : scene.marks[Number(groups[1])]?.text;
  const kind = namedKind(reader);
  const sense = sensesAt(reader, groups?.[2]).find((one) => one.is === "field" && one.kind === kind);
  if (name === undefined || kind === undefined || sense?.is !== "field") return undefined;
  const value = readValue({ scene, code: ` ${groups?.[3] ?? ""} ` }, kind, sense.field);
  if (isPuzzle(value)) return undefined;
  return { do: "change", choice: { kind, tests: [], many: false, said: name, name }, field: sense.field, value };
}

/** Words that ask for nothing new: "can you do that?", "please check". */
function isIdle({ marks }: Scene, { from, to }: Clause): boolean {
  return /^ (?:(?:can|could|would|will) you )?(?:please )?(?:do (?:that|this|it|so)|check(?: that| this| it| please| for me)?|take care of (?:that|it|this)|thanks|thank you|help|sort (?:that|it|this) out|handle (?:that|it|this)|make that happen|look into (?:it|that|this)|find out)(?: for me| please)? $/.test(
    codeOf(marks, from, to),
  );
}

/** Statements that are requests: "Raj is taking over …", "… need to be deleted", "we're moving …". */
function toldAction(scene: Scene, clause: Clause, context: Context): Action | Action[] | Puzzle | undefined {
  const code = codeOf(scene.marks, clause.from, clause.to);
  const takes = pattern(
    "^ <A> (?:is |will be |'s |will |has )?(?:taking|take|takes|taken|to take|inheriting|getting|takes on) (?:over |on )?(.+)$",
  ).exec(code);
  const person = takes === null ? undefined : scene.marks[Number(takes[1])];
  if (takes !== null && person?.is === "person")
    return assignTo(
      { scene, code: ` ${takes[2] ?? ""}` },
      { is: "person", people: person.people, said: person.text },
      context,
    );
  const passive = / (?:need|needs|should|must|has|have|ought) (?:to )?(?:all )?be (?=\S)/.exec(code);
  if (passive !== null)
    return passiveAction(
      scene,
      {
        clause,
        before: code.slice(0, passive.index),
        units: unitsOf(code.slice(0, passive.index + passive[0].length)),
      },
      context,
    );
  const inner = innerVerb(scene, clause);
  if (inner !== undefined)
    return passiveAction(
      scene,
      { clause, before: codeOf(scene.marks, clause.from, inner), units: inner - clause.from },
      context,
    );
  const moving = /^ (?:we're|i'm|we are|i am|we 're|i 'm) (?:all )?(?:going to |now )?/.exec(code);
  const at = moving === null ? -1 : clause.from + unitsOf(moving[0]);
  const verb = at < 0 ? undefined : verbAt(scene.marks, at);
  if (verb === undefined || verb.op === "plot" || verb.op === "check" || verb.op === "create" || verb.op === "find")
    return undefined;
  return readAction(scene, { ...clause, is: "do", op: verb.op, verb: verb.word, at: verb.end, from: at }, context);
}

/** Where a Russian sentence has its imperative behind the object: "все задачи Ильи переназначь на Марию". */
function innerVerb({ marks, source }: Scene, { from, to }: Clause): number | undefined {
  for (let at = from + 1; at < to; at += 1) {
    const mark = marks[at];
    if (mark === undefined || !/\p{Script=Cyrillic}/u.test(source.slice(mark.from, mark.to))) continue;
    const verb = verbAt(marks, at);
    if (verb !== undefined && /^(?:assign|set|remove|delay|deed|rename)$/.test(verb.op)) return at;
  }
  return undefined;
}

type Passive = { clause: Clause; before: string; units: number };

function passiveAction(
  scene: Scene,
  { clause, before, units }: Passive,
  context: Context,
): Action[] | Puzzle | undefined {
  const verb = verbAt(scene.marks, clause.from + units);
  if (verb === undefined) return undefined;
  // The records stand before the verb: they are read as if they stood behind it.
  const split = clause.from + unitsOf(before);
  const order = [...scene.marks.slice(clause.from, split), ...scene.marks.slice(verb.end, clause.to)];
  const marks = [...scene.marks, ...order];
  const doing: Doing = {
    ...clause,
    is: "do",
    op: verb.op,
    verb: verb.word,
    from: clause.from + units,
    at: scene.marks.length,
    to: marks.length,
  };
  return readAction({ ...scene, marks }, doing, context);
}

function unitsOf(code: string): number {
  return code.trim() === "" ? 0 : code.trim().split(/\s+/).length;
}

/** "It" may stand for the only measure that is named anywhere, also behind it. */
function measuresAhead(scene: Scene): Context {
  const measured = readMeasured(readerOf(scene, 0, scene.marks.length));
  return measured?.is === "measures" && new Set(measured.ids).size === 1 && measured.ids[0] !== undefined
    ? { measure: measured.ids[0] }
    : {};
}
