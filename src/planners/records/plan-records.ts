import { compact } from "../../plan/compact.ts";
import { textsIn, waitsFor } from "../../language/clauses/order-doubts.ts";
import { read, type Reading } from "../../language/reading.ts";
import { localDate } from "../../language/times-in.ts";
import { instantOf, offsetMinutes } from "../../language/zone.ts";
import type { ActionRequest } from "../../ports/action-planner.ts";
import type { Lookups } from "../actions/lookups.ts";
import { plainScope } from "../../contracts/actions/effect-keys.ts";
import { domainOf } from "../actions/assemble.ts";
import { emptyProposal, type Proposal } from "../actions/proposal.ts";
import type { ReadyPack } from "../packs/match-packs.ts";
import type { Pack } from "../packs/pack.ts";
import type { Speech } from "../speech.ts";
import { answerOf, questionsIn } from "./replies/answer.ts";
import { askDoubt, candidateOf } from "./replies/ask-doubt.ts";
import { itemizeWithFixes } from "./items/itemize.ts";
import { plainText, withPeriod } from "./items/plain-text.ts";
import { readBefore, readTurn } from "./turns/read-turn.ts";
import { withoutReason } from "./requests/reason.ts";
import type { TextReading } from "./requests/text-state.ts";
import type { Person, Request, Row } from "./requests/request.ts";
import { countText, describeSet } from "./replies/describe-set.ts";
import { fieldLabel, nounOf, question } from "./replies/labels.ts";
import { type Resolution, resolve, type Resolver, type Write } from "./replies/resolve.ts";
import type { ReadingContext } from "./requests/context.ts";
import { isObeyed } from "./requests/is-obeyed.ts";
import { hasConcept } from "../../language/lexicon/has-concept.ts";
import { isItem, type Item } from "./items/item.ts";
import { texts } from "./replies/texts.ts";
import { localText } from "./world/find-rows.ts";
import { lookUp, openWorld, textOf, type World } from "./world/world.ts";

/** Messages before that a new one is read against. */
const mostBefore = 6;
const mostCharactersBefore = 2000;

type RecordsPlan = { proposal: Proposal; understood: boolean };

/**
 * Plans a request over the records of a pack: reads it, resolves the records, and shows how it was read. Undefined where the pack's
 * records cannot be listed.
 */
export async function planRecords(
  ready: ReadyPack,
  request: ActionRequest,
  { lookups, speech }: { lookups: Lookups; speech: Speech },
): Promise<RecordsPlan | undefined> {
  const { now, zone, text, answers = {} } = request;
  const source = { pack: ready.pack, tools: ready.tools, lookups, zone };
  const said = [withAnswers(text, answers), ...linesBefore(request)].filter((one) => one !== "");
  const readings = new Map(said.map((one) => [one, read(one, { now, zone })]));
  let world = await openWorld(source, [...readings.values()]);
  if (world === undefined) return undefined;
  if ("doubt" in world) {
    const proposal = emptyProposal();
    proposal.questions.push(
      question("unavailable", texts[speech].unavailable(world.doubt === "unavailable" ? world.details : "")),
    );
    return { proposal, understood: true };
  }
  // What a text speaks of is known only once it is read, and looked up then.
  for (let round = 0; ; round += 1) {
    const planned = planIn(world, { ready, request, speech });
    if (world.wanted.size === 0) return planned;
    // A plan over records that were never looked up would take them for missing.
    const details = String(round);
    const isOver = round === mostRounds;
    world = isOver ? { ...world, unread: [{ doubt: "unavailable", details }] } : await lookUp(world, source);
    if (isOver) return planIn(world, { ready, request, speech });
  }
}

/** Rounds of looking up what a text speaks of. */
const mostRounds = 6;

type Planning = { ready: ReadyPack; request: ActionRequest; speech: Speech };

/** The plan over the records as far as they are known. */
function planIn(world: World, { ready, request, speech }: Planning): RecordsPlan {
  const { now, zone, text, answers = {}, picks = [] } = request;
  let known = speakerOf(request, world.people);
  const contextOf = (words: string): ReadingContext => {
    const reading = read(plainText(words, world, { now, zone }), { now, zone });
    const { items: all, fixes } = itemizeWithFixes(reading, world);
    const { items, person: speaker = known } = introduction(all);
    known = speaker;
    const spoken = { ...compact({ speaker }), spokenOf: {}, answers };
    return {
      reading,
      world,
      items,
      fixes,
      now,
      zone,
      today: localDate({ now, zone }),
      localNow: localTime({ now, zone }),
      ...spoken,
    };
  };
  const said = linesBefore(request);
  const lines = said.map((line, at) => withPeriod(line, said.slice(0, at), { now, zone }));
  const messages = lines.map((line) => withoutReason(contextOf(line), contextOf).context);
  const before = readBefore(messages, doneOf(request, said));
  const message = withPeriod(withAnswers(text, answers), lines, { now, zone });
  const whole = { ...contextOf(message), spokenOf: before?.spokenOf ?? {} };
  const { context, reason } = withoutReason(whole, contextOf);
  const { reading: textReading, follows } = readTurn(context, before?.reading);
  const chosen = (said: string): string | undefined =>
    picks.find(({ query }) => query === said)?.id ?? answers[`which:${said}`];
  const resolving: Resolver = { context, tools: ready.tools, speech, chosen };
  const deps = { ...resolving, ready };
  const made = proposalOf(textReading, deps);
  const planned = textReading.requests.every(({ do: done }) => done === "ask")
    ? made
    : withoutWaiting(made, whole.reading, deps);
  if (reason !== undefined && planned.actions.length > 0) planned.notes.push(texts[speech].reason(reason));
  return {
    proposal: follows ? { ...planned, follows: request.before ?? "" } : planned,
    understood: isUnderstood(textReading),
  };
}

/** What is to wait for something, or is only reported, is asked about. */
function withoutWaiting(made: Proposal, reading: Reading, deps: PlanDeps): Proposal {
  const waits = waitsFor(reading, textsIn(made.actions));
  if (made.actions.length === 0 || waits === undefined) return made;
  const asked = emptyProposal();
  const words = reading.source.slice(waits.from).split(/[.!?;\n]/, 1)[0] ?? waits.text;
  askDoubt({ doubt: "words", words: words.trim(), understood: [] }, { proposal: asked, deps });
  return asked;
}

/** What was said before, as far back as it is read again. */
function linesBefore({ before }: ActionRequest): string[] {
  const lines = before === undefined ? [] : before.split("\n").slice(-mostBefore);
  let left = mostCharactersBefore;
  const first = lines.findLastIndex((line) => (left -= line.length) < 0);
  return lines.slice(first + 1);
}

/** How many of the messages that are read again were carried out. */
function doneOf({ before = "", done = 0 }: ActionRequest, lines: readonly string[]): number {
  return done - (before.split("\n").length - lines.length);
}

/** Words that were asked for go where they would have been said. */
function withAnswers(text: string, answers: Readonly<Record<string, string>>): string {
  const named = Object.entries(answers).find(
    ([id]) => id === "field:name" || id === "field:title" || id === "field:content" || id === "field:text",
  );
  const which = answers["which"];
  const whole = which === undefined ? text : `${text.replace(/[.!?\s]+$/, "")} ${which}`;
  return named === undefined ? whole : `${whole.replace(/[.!?:\s]+$/, "")}: ${named[1]}`;
}

/** Whether the text was read at all: other planners are not tried on what is only open in a detail. */
function isUnderstood({ requests, doubts, withheld }: TextReading): boolean {
  return (
    withheld.length > 0 || requests.length > 0 || doubts.some((one) => one.doubt !== "words" || one.isRead === true)
  );
}

function speakerOf({ answers = {}, speaker }: ActionRequest, people: readonly Person[]): Person | undefined {
  const said = answers["who:speaker"] ?? speaker;
  if (said === undefined) return undefined;
  const wanted = said.toLowerCase();
  const found = people.filter(({ id, name, email }) => [id, name, email].some((one) => one?.toLowerCase() === wanted));
  return found.length === 1 ? found[0] : undefined;
}

/** "I'm Ann", «это Анна»: set off from the rest it says who speaks. */
function introduction(items: readonly Item[]): { items: readonly Item[]; person?: Person } {
  const isStop = (item: Item | undefined): boolean => item === undefined || /^(?:joint|sign)$/.test(item.is);
  for (const [at, item] of items.entries()) {
    const [person, ...others] = isItem(item, "person") && item.form === "plain" ? item.people : [];
    if (person === undefined || others.length > 0 || !isStop(items[at + 1])) continue;
    const near = Math.max(0, at - longestIntroduction);
    const start = near + items.slice(near, at).findLastIndex((one) => isStop(one) && one.text !== "'m") + 1;
    const lead = items.slice(start, at);
    const isOwn =
      lead.some(({ text }) => hasConcept(text, "introduces")) &&
      lead.every(({ is }) => /^(?:filler|pronoun|sign)$/.test(is));
    if (!isOwn) continue;
    const rest = items.filter((_, i) => i < start - 1 || i > at);
    // Alone it answers who was asked for.
    if (rest.some(({ is }) => !/^(?:filler|joint|sign)$/.test(is))) return { items: rest, person };
  }
  return { items };
}

/** Words before the name of a person who says who speaks. */
const longestIntroduction = 12;

/** The person's own time, as records write it. */
function localTime({ now, zone }: { now: string; zone: string }): string {
  const instant = instantOf({ now, zone });
  return localText(instant.getTime() + offsetMinutes(instant, zone) * 60_000, "moment");
}

type PlanDeps = Resolver & { ready: ReadyPack };

function proposalOf(reading: TextReading, deps: PlanDeps): Proposal {
  const { speech } = deps;
  const proposal = emptyProposal();
  const words = texts[speech];
  if (reading.withheld.length > 0 && reading.requests.length === 0 && reading.doubts.length === 0) {
    proposal.notes.push(words.held);
    return proposal;
  }
  const resolved = resolve(reading.requests, deps);
  const withheld = reading.withheld.filter((clause) => !isObeyed(clause, resolved.writes, deps.context));
  for (const clause of withheld) proposal.questions.push(question("withheld", words.heldBeside(clause.text)));
  // Where records could not be read, what seems to be missing says nothing.
  const { unread } = deps.context.world;
  const doubts = unread.length > 0 ? unread : [...reading.doubts, ...resolved.doubts];
  for (const doubt of doubts) askDoubt(doubt, { proposal, deps });
  if (withheld.length === 0 && doubts.length === 0) addActions(resolved, { proposal, deps });
  const route = proposal.actions.length === 0 ? routeOf(reading.requests, deps.ready.pack) : undefined;
  return route === undefined ? proposal : { ...proposal, route };
}

/** What a request is about where no action shows it: it is already so, or something is still to be asked. */
function routeOf(requests: readonly Request[], pack: Pack): Proposal["route"] {
  if (requests.length === 0) return undefined;
  const toolkits = requests.flatMap((request) => {
    const record = pack.records["set" in request ? request.set.kind : "kind" in request ? request.kind : ""];
    const toolkit = record === undefined ? undefined : pack.tools[record.search.tool]?.toolkit;
    return toolkit === undefined ? [] : [{ toolkit }];
  });
  const domain = domainOf(toolkits, "unknown");
  if (domain === "unknown") return undefined;
  return { intent: requests.some((request) => request.do !== "ask") ? "mutate" : "query", domain };
}

function addActions(resolved: Resolution, { proposal, deps }: { proposal: Proposal; deps: PlanDeps }): void {
  const { speech, context, ready } = deps;
  const words = texts[speech];
  for (const asked of questionsIn(resolved.found)) answerOf(asked, { proposal, deps });
  for (const { row, kind } of resolved.same)
    proposal.notes.push(words.already(textOf(row[ready.pack.records[kind]?.name ?? ""])));
  for (const write of resolved.writes) {
    const toolkit = ready.pack.tools[write.alias]?.toolkit ?? ready.pack.pack;
    const scope = write.scope ?? plainScope({ toolkit, tool_slug: write.tool, args: write.args });
    if (proposal.actions.some((known) => known.scope === scope)) continue;
    proposal.actions.push({
      toolkit,
      tool: write.tool,
      args: write.args,
      scope,
      preview: previewOf(write, deps),
    });
  }
  for (const { kind, row, before, after } of resolved.leaps) {
    const record = ready.pack.records[kind];
    const name = textOf(row[record?.name ?? ""]);
    const label = (value: number): string => value.toLocaleString(speech === "ru" ? "ru-RU" : "en-GB");
    proposal.risks.push({ kind: "destructive", details: words.leap(name, label(before), label(after)) });
  }
  const readings = resolved.found.flatMap(({ request, rows }) => {
    if (request.do === "ask" || !("set" in request) || !request.set.all) return [];
    const record = ready.pack.records[request.set.kind];
    return record === undefined
      ? []
      : [[countText(rows.length, record, speech), ...describeSet(request.set, deps)].join(", ")];
  });
  for (const { said, meant } of proposal.actions.length > 0 ? context.fixes : [])
    if (!proposal.actions.some(({ preview }) => preview.includes(said)))
      proposal.notes.push(words.spelling(said, meant));
  for (const { request, rows } of resolved.found) addEntity(request, rows, { proposal, deps });
  if (readings.length > 0) proposal.notes.unshift(...readings);
  if (context.items.length > 0 && proposal.actions.length > 0 && proposal.summary === undefined)
    proposal.summary = summaryOf(proposal);
}

/** The one record that a name was resolved to. */
function addEntity(
  request: Request,
  rows: readonly Row[],
  { proposal, deps }: { proposal: Proposal; deps: PlanDeps },
): void {
  const [row] = rows;
  if (!("set" in request) || request.do === "ask" || request.set.all || row === undefined || rows.length > 1) return;
  const { kind, said } = request.set;
  const entity = deps.ready.pack.records[kind]?.entity;
  if (entity === undefined || proposal.entities.some(({ query }) => query === said)) return;
  const candidate = candidateOf(row, { kind, deps });
  proposal.entities.push({
    kind: entity,
    query: said,
    candidates: [candidate],
    selected_id: candidate.id,
    confidence: 0.98,
  });
}

function summaryOf({ actions }: Proposal): string {
  const [first] = actions;
  return actions.length === 1 ? (first?.preview ?? "") : `${first?.preview ?? ""} (+${actions.length - 1})`;
}

/** One line a person can check: what it is, what it was, what it becomes. */
function previewOf(write: Write, { speech, ready }: PlanDeps): string {
  const record = ready.pack.records[write.kind];
  if (write.preview !== undefined) return write.preview;
  if (record === undefined) return write.tool;
  const noun = nounOf(record, speech);
  const name = write.row === undefined ? "" : textOf(write.row[record.name]);
  const label = (field: string): string => fieldLabel(field, record, speech);
  if (write.done === "change")
    return `${noun} «${name}»: ${write.shown.map(({ field, before, after }) => `${label(field)} ${before || "—"} → ${after}`).join("; ")}`;
  if (write.done === "create")
    return `${texts[speech].done.create} ${noun}: ${write.shown.map(({ field, after }) => (field === record.name ? after : `${label(field)} ${after}`)).join(", ")}`;
  if (write.done === "remove") return `${texts[speech].done.remove} ${noun} «${name}»`;
  return `${noun} «${name}»: ${textOf(Object.values(write.args).findLast((value) => typeof value === "string") ?? "")}`;
}
