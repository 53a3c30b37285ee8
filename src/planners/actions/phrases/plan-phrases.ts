import { compact } from "../../../plan/compact.ts";
import type { Json } from "../../../plan/json.ts";
import type { ActionRequest } from "../../../ports/action-planner.ts";
import { buildCalls, type FoundRecord, isAlready, textOf as textIn, valuesOf } from "../../packs/build-calls.ts";
import { checkRules } from "../../packs/check-rules.ts";
import { fillText } from "../../packs/fill-template.ts";
import { spoken } from "../../packs/spoken.ts";
import type { CompiledSlot } from "../../packs/compiled-pack.ts";
import type { PhraseMatch } from "../../packs/match-phrase.ts";
import { type PhraseReading, toolkitsOf } from "../../packs/match-packs.ts";
import { toQuestions } from "../../questions.ts";
import { domainOf } from "../assemble.ts";
import { emptyProposal, previewOf, type Proposal } from "../proposal.ts";
import { isUnread, type Source, textOf } from "../../records/world/find-rows.ts";
import type { Row } from "../../records/requests/request.ts";
import type { Speech } from "../../speech.ts";
import { say } from "../say.ts";
import { asWritten, findNamed, labelsOf } from "./find-named.ts";

type PhraseContext = { source: Source; request: ActionRequest; speech: Speech };

/** What understood phrases come to: records are looked up first, so that calls carry ids and a scope of their own. */
export async function planPhrases(understood: readonly PhraseReading[], setting: PhraseContext): Promise<Proposal> {
  const proposal = emptyProposal();
  const summaries: string[] = [];
  for (const given of understood) {
    const one = { ...given, match: await respelt(answered(given, setting.request), setting.source) };
    const open = askSlots(one, setting.speech, proposal);
    const found = open ? undefined : await findSlots(one, setting, proposal);
    if (found === undefined) continue;
    summaries.push(...addCalls(one, { ...setting, found }, proposal));
  }
  const summary = [...new Set(summaries)].join("; ");
  const route = routeOf(understood, setting.source);
  return { ...proposal, route, ...(summary !== "" && { summary }) };
}

/** What the phrases are about, whether or not their calls can be built yet. */
function routeOf(understood: readonly PhraseReading[], { lookups }: Source): NonNullable<Proposal["route"]> {
  const effects = new Map(lookups.toolbox.map(({ name, effect }) => [name, effect]));
  const steps = understood.flatMap(({ match, ready }) =>
    match.phrase.intent.steps
      .filter(({ finds }) => finds === undefined)
      .map(({ tool }) => ({
        toolkit: ready.pack.tools[tool]?.toolkit ?? ready.pack.pack,
        reads: effects.get(ready.tools.get(tool)?.tool ?? "") === "read",
      })),
  );
  return { intent: steps.every(({ reads }) => reads) ? "query" : "mutate", domain: domainOf(steps, "unknown") };
}

/** Names that no step looks up, as the records write them: a search finds nothing by another case. */
async function respelt(match: PhraseMatch, source: Source): Promise<PhraseMatch> {
  const found = new Set(match.phrase.intent.steps.flatMap(({ finds }) => finds ?? []));
  const slots = new Map(match.slots);
  for (const { name, as = name, record, look } of match.phrase.slots) {
    const filled = slots.get(name);
    if (record === undefined || look !== undefined || found.has(as) || typeof filled?.value !== "string") continue;
    slots.set(name, { ...filled, value: await asWritten(source, record, filled.value) });
  }
  return { ...match, slots };
}

/** Records that slots name; undefined where one is not known yet, which the proposal then says. */
async function findSlots(
  { match, ready }: PhraseReading,
  { source, request, speech }: PhraseContext,
  proposal: Proposal,
): Promise<Map<string, FoundRecord> | undefined> {
  const found = new Map<string, FoundRecord>();
  let whole = true;
  for (const { name, kind, said, look } of recordsNamed(match)) {
    const named = await findNamed(source, { kind, said, speech, picks: request.picks ?? [] });
    if (isUnread(named)) {
      proposal.questions.push({
        id: "unavailable",
        question: say[speech].unavailable(named.doubt === "many" ? named.kind : named.details),
        choices: [],
        free_text_allowed: true,
      });
      return undefined;
    }
    const { entity, row } = named;
    if (look === "may" && row === undefined && entity.confidence < sureEnough) continue;
    proposal.entities.push(entity);
    if (row === undefined) {
      whole = false;
      proposal.risks.push({
        kind: entity.candidates.length === 0 ? "missing_required" : "ambiguous",
        details: doubtOf(entity.candidates.length, said, speech),
      });
    } else
      found.set(name, foundRecord(row, { source, kind, speech, items: ready.pack.records[kind]?.search.items ?? "" }));
  }
  return whole ? found : undefined;
}

/** Below it, words that may name a record are taken for others. */
const sureEnough = 0.3;

type NamedRecord = { name: string; kind: string; said: string; look: CompiledSlot["look"] };

/** What the phrase says of records: those its steps find, and those its slots want looked up. */
function recordsNamed({ phrase, slots }: PhraseMatch): NamedRecord[] {
  const wanted = new Set(phrase.intent.steps.flatMap(({ finds }) => finds ?? []));
  return phrase.slots.flatMap((slot) => {
    const { record: kind, look, as: name = slot.name } = slot;
    const filled = slots.get(slot.name);
    if (kind === undefined || filled === undefined || (look === undefined && !wanted.has(name))) return [];
    return [filled, ...(filled.more ?? [])].flatMap(({ value: said }) =>
      typeof said === "string" ? [{ name, kind, said, look }] : [],
    );
  });
}

function doubtOf(count: number, said: string, speech: Speech): string {
  return count === 0 ? say[speech].notFound(said) : say[speech].several(said, count);
}

type Finding = { source: Source; kind: string; items: string; speech: Speech };

/** A row as templates see it: its fields, labels of its options, and the answer the finding step would have given. */
function foundRecord(row: Row, { source, kind, items, speech }: Finding): FoundRecord {
  const record = source.pack.records[kind];
  const values: Record<string, Json> = { ...row };
  if (record !== undefined) {
    values["id"] = row[record.id] ?? null;
    values["name"] = row[record.name] ?? null;
    Object.assign(values, labelsOf(row, { record, pack: source.pack, speech }));
  }
  let answer: Json = [row];
  for (const key of items
    .split(".")
    .filter((part) => part !== "")
    .toReversed())
    answer = { [key]: answer };
  return { values, answer };
}

type BuildContext = PhraseContext & { found: ReadonlyMap<string, FoundRecord> };

/** The calls of one phrase; answers with its one-line summary. */
function addCalls(understood: PhraseReading, { request, speech, found }: BuildContext, proposal: Proposal): string[] {
  const { match, ready, goalText } = understood;
  const shop = { pack: ready.pack, tools: ready.tools, goalText, firstId: proposal.actions.length + 1, found, speech };
  const built = buildCalls(match, shop);
  const values = valuesOf(match, match.slots, shop);
  const { steps, summary } = match.phrase.intent;
  for (const step of steps)
    if (isAlready(step, values))
      proposal.notes.push(say[speech].already(fillText(textIn(step.preview ?? "", speech), values)));
  if (built.missing.length > 0) {
    const asked = toQuestions(built.missing, {
      goal: request.text,
      ...compact({ locale: request.locale }),
    });
    for (const { id, question, choices, freeTextAllowed } of asked)
      if (!proposal.questions.some((known) => known.id === id))
        proposal.questions.push({ id, question, choices, free_text_allowed: freeTextAllowed });
    proposal.risks.push({ kind: "missing_required", details: built.missing.map(({ param }) => param).join(", ") });
  }
  const toolkits = toolkitsOf([ready]);
  for (const { tool, args, scope, preview } of built.calls)
    proposal.actions.push({
      toolkit: toolkits.get(tool) ?? ready.pack.pack,
      tool,
      args,
      scope,
      preview: preview === undefined || preview === "" ? previewOf(tool, args) : preview,
    });
  for (const issue of checkRules([ready], built.calls, speech))
    proposal.questions.push({
      id: `rule:${issue.pointer}`,
      question: [issue.message, issue.hint ?? ""].join(" ").trim(),
      choices: [],
      free_text_allowed: true,
    });
  const line = summary[speech] ?? summary.en ?? summary.ru;
  return line === undefined ? [] : [fillText(line, values)];
}

/** A match with what was answered to its questions since. */
function answered({ match, ready }: PhraseReading, { answers = {} }: ActionRequest): PhraseMatch {
  const slots = new Map(match.slots);
  for (const slot of match.missing) {
    const answer = answers[questionId(slot)];
    if (answer === undefined) continue;
    const values = slot.type === "entity" ? (ready.pack.entities[slot.entity ?? slot.name]?.values ?? []) : [];
    const known = values.find(({ is, says }) => is === answer || says.includes(answer));
    if (values.length > 0 && known === undefined) continue;
    slots.set(slot.name, { value: known?.is ?? answer, sets: known?.sets ?? {}, start: 0, end: 0, marked: false });
  }
  return { ...match, slots, missing: match.missing.filter(({ name }) => !slots.has(name)) };
}

function questionId({ as, name }: CompiledSlot): string {
  return `slot:${as ?? name}`;
}

/** Asks for what the phrase cannot do without; whether there is anything to ask. */
function askSlots({ match, ready }: PhraseReading, speech: Speech, proposal: Proposal): boolean {
  for (const slot of match.missing) {
    const name = slot.as ?? slot.name;
    const values = slot.type === "entity" ? (ready.pack.entities[slot.entity ?? slot.name]?.values ?? []) : [];
    const choices = values.map(({ is, says, sets }) => ({
      label: textOf(spoken(sets["label"] ?? says[0] ?? "", speech)),
      value: textOf(is ?? says[0]),
    }));
    proposal.questions.push({
      id: questionId(slot),
      question: slot.ask[speech] ?? say[speech].missing(name),
      choices,
      free_text_allowed: choices.length === 0,
    });
    proposal.risks.push({ kind: "missing_required", details: name });
  }
  return match.missing.length > 0;
}
