import type { Candidate } from "../../../contracts/actions/plan.ts";
import type { Proposal } from "../../actions/proposal.ts";
import { fillText } from "../../packs/fill-template.ts";
import type { ReadyPack } from "../../packs/match-packs.ts";
import { spoken } from "../../packs/spoken.ts";
import { fieldLabel, labelOf, nounOf, question } from "./labels.ts";
import type { Doubt, Row } from "../requests/request.ts";
import type { Resolver } from "./resolve.ts";
import { texts } from "./texts.ts";
import { textOf } from "../world/world.ts";

type Asking = { proposal: Proposal; deps: Resolver & { ready: ReadyPack } };

/** Most rows that are offered to choose from. */
const mostCandidates = 50;

/** Puts a doubt to the person, with what can be chosen. */
export function askDoubt(doubt: Doubt, { proposal, deps }: Asking): void {
  const { speech, context } = deps;
  const words = texts[speech];
  const ask = (id: string, text: string, choices: { label: string; value: string }[] = []): void => {
    if (!proposal.questions.some((known) => known.id === id)) proposal.questions.push(question(id, text, choices));
  };
  switch (doubt.doubt) {
    case "words":
      return ask("rephrase", [words.words(doubt.words, doubt.understood), words.hints(examplesOf(deps))].join(" "));
    case "name":
      return askName(doubt, { proposal, deps });
    case "several":
      return pick(doubt.set, doubt.rows, { proposal, deps });
    case "people":
      proposal.risks.push({ kind: "ambiguous", details: words.person(doubt.said) });
      return pickPerson(doubt, proposal);
    case "speaker":
      return ask(
        "who:speaker",
        words.speaker,
        context.world.people.map(({ id, name }) => ({ label: name, value: id })),
      );
    case "field":
      return askField(doubt, { proposal, deps });
    case "which":
      return ask("which", words.which(doubt.said));
    case "scope":
      return ask("scope", words.scope(doubt.said));
    case "time":
      return ask("time", words.time(doubt.said));
    case "none":
      proposal.risks.push({ kind: "missing_required", details: words.nothing(doubt.set.said) });
      return ask("refine", words.none(doubt.set.said));
    case "meant": {
      const { asks, choices } = words.meant[doubt.of];
      const offered = Object.entries(choices).map(([value, label]) => ({ label, value }));
      return ask(`meant:${doubt.of}`, asks(doubt.said), offered);
    }
    case "exists":
      return ask(`exists:${doubt.name}`, words.exists(kindNoun(doubt.kind, deps), doubt.name), [
        { label: words.another, value: "yes" },
      ]);
    case "impossible":
      return ask("impossible", words.impossible(doubt.said));
    case "unsent":
      return void proposal.notes.push(words.unsent(doubt.to));
    case "unrecorded":
      return void proposal.notes.push(words.unrecorded);
    case "many":
      return ask("narrow", words.many(kindNoun(doubt.kind, deps)));
    case "unavailable":
      return ask("unavailable", words.unavailable(doubt.details));
    default:
      return doubt satisfies never;
  }
}

function pickPerson({ said, people }: Extract<Doubt, { doubt: "people" }>, { entities }: Proposal): void {
  const candidates = people.map(({ id, name, email = "" }) => ({ id, name, subtitle: email, url: "" }));
  entities.push({ kind: "person", query: said, candidates, confidence: 1 / candidates.length });
}

function kindNoun(kind: string, { ready, speech }: Asking["deps"]): string {
  const record = ready.pack.records[kind];
  return record === undefined ? kind : nounOf(record, speech);
}

/** A name that nobody has: what is near is offered. */
function askName(doubt: Extract<Doubt, { doubt: "name" }>, { proposal, deps }: Asking): void {
  const { records } = deps.ready.pack;
  const words = texts[deps.speech];
  const entity = records[doubt.kind ?? ""]?.entity;
  const kind = doubt.near.length > 0 ? "ambiguous" : "missing_required";
  proposal.risks.push({ kind, details: words.name(doubt.said) });
  if (entity !== undefined) {
    const near = doubt.near.filter((one) => one.kind === doubt.kind);
    const candidates = near.map((one) => candidateOf(one.row, { kind: one.kind, deps }));
    return void proposal.entities.push({ kind: entity, query: doubt.said, candidates, confidence: 0 });
  }
  const names = doubt.near.map((one) => textOf(one.row[records[one.kind]?.name ?? ""]));
  const text = [words.name(doubt.said), ...(names.length > 0 ? [words.near(names)] : [])].join(" ");
  proposal.questions.push(question("rephrase", text));
}

/** A value that must be said: its choices, where there are few. */
function askField({ kind, field: name }: Extract<Doubt, { doubt: "field" }>, { proposal, deps }: Asking): void {
  const { ready, speech, context } = deps;
  const record = ready.pack.records[kind];
  const field = record?.fields[name];
  const label = record === undefined ? name : fieldLabel(name, record, speech);
  const values = field?.type === "option" ? (ready.pack.entities[field.entity ?? name]?.values ?? []) : [];
  const options = values.map(({ is, says: words, sets }) => ({
    label: textOf(spoken(sets["label"] ?? is ?? words[0] ?? "", speech)),
    value: textOf(is ?? words[0]),
  }));
  const people =
    field?.type === "person" ? context.world.people.map((one) => ({ label: one.name, value: one.id })) : [];
  proposal.risks.push({ kind: "missing_required", details: label });
  if (!proposal.questions.some(({ id }) => id === `field:${name}`))
    proposal.questions.push(question(`field:${name}`, texts[speech].field(label), [...options, ...people]));
}

function pick(set: { kind: string; said: string }, rows: readonly Row[], { proposal, deps }: Asking): void {
  const record = deps.ready.pack.records[set.kind];
  const candidates = rows.slice(0, mostCandidates).map((row) => candidateOf(row, { kind: set.kind, deps }));
  proposal.risks.push({ kind: "ambiguous", details: texts[deps.speech].which(set.said) });
  if (record?.entity !== undefined)
    return void proposal.entities.push({
      kind: record.entity,
      query: set.said,
      candidates,
      confidence: Math.round(100 / rows.length) / 100,
    });
  proposal.questions.push(
    question(
      `which:${set.said}`,
      texts[deps.speech].which(set.said),
      candidates.map(({ id, name, subtitle }) => ({
        label: [name, subtitle].filter((part) => part !== "").join(", ") || id,
        value: id,
      })),
    ),
  );
}

/** A record as a row of a pick list. */
export function candidateOf(
  row: Row,
  { kind, deps }: { kind: string; deps: Resolver & { ready: ReadyPack } },
): Candidate {
  const record = deps.ready.pack.records[kind];
  if (record === undefined) return { id: "", name: "", subtitle: "", url: "" };
  const values = new Map(
    Object.entries(row).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
  for (const field of Object.keys(record.fields))
    values.set(`${field}.label`, labelOf(row[field], { field, record }, deps));
  return {
    id: textOf(row[record.id]),
    name: textOf(row[record.name]),
    subtitle: fillText(record.subtitle, values).replaceAll(/^[\s,·]+|[\s,·]+$/g, ""),
    url: fillText(record.url, values),
  };
}

/** Things that can be said here, in the person's language, over records there are. */
function examplesOf({ ready, speech }: Asking["deps"]): string[] {
  return Object.values(ready.pack.commands)
    .map(({ says }) => says[speech])
    .slice(0, 3);
}
