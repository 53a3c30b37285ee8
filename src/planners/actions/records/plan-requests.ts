import type { Candidate } from "../../../contracts/actions/plan.ts";
import type { Json } from "../../../plan/json.ts";
import type { Pack } from "../../packs/pack.ts";
import { spoken } from "../../packs/spoken.ts";
import type { ActionRequest } from "../../../ports/action-planner.ts";
import type { Speech } from "../../speech.ts";
import { candidateOf } from "../phrases/find-named.ts";
import { emptyProposal, type Proposal, type Proposed } from "../proposal.ts";
import { readValue } from "../requests/read-change.ts";
import { readRequest } from "../requests/read-request.ts";
import { isPuzzle, type Puzzle } from "../requests/request.ts";
import { say } from "../say.ts";
import { codeOf } from "../words/mark.ts";
import { type Ear, markWords } from "../words/mark-words.ts";
import { phraseTable } from "../words/phrase-table.ts";
import { namePronouns } from "../words/pronouns.ts";
import { quoteTitles } from "../words/titles.ts";
import { carryOut, type Doubt, type Outcome, type Write } from "./carry-out.ts";
import { isTrouble, type Office, textOf } from "./office.ts";
import { findPeople, nameWords } from "./people.ts";

type RequestSetting = { office: Office; request: ActionRequest; speech: Speech };

/** Reads a request over records and resolves it; the puzzle where it cannot be read. */
export async function planRequests({ office, request, speech }: RequestSetting): Promise<Proposal | Puzzle> {
  const { text } = request;
  const people = await findPeople(office, nameWords(text, office));
  const ear = { table: phraseTable(office.pack), people, now: office.now };
  const marks = namePronouns(quoteTitles(text, markWords(text, ear)));
  const blocks = readRequest({ marks, source: text, pack: office.pack, now: office.now });
  if (isPuzzle(blocks)) return blocks;
  const settled = { ...office, chosen: chosenIn(request), told: toldIn(request, { office, ear }) };
  return proposalOf(office, await carryOut(settled, blocks), speech);
}

function chosenIn({ picks = [], answers = {} }: ActionRequest): (said: string) => string | undefined {
  return (said) => picks.find(({ query }) => query === said)?.id ?? answers[`which:${said}`];
}

/** An answer to a question about a field, read as a value of that field. */
function toldIn(
  { answers = {} }: ActionRequest,
  { office, ear }: { office: Office; ear: Ear },
): NonNullable<Office["told"]> {
  return (kind, field) => {
    const source = answers[`field:${field}`];
    if (source === undefined) return undefined;
    const marks = markWords(source, ear);
    const value = readValue(
      { scene: { marks, source, pack: office.pack, now: office.now }, code: codeOf(marks) },
      kind,
      field,
    );
    return isPuzzle(value) ? undefined : value;
  };
}

/** In doubt about one part, nothing of it is done: the person asked for the whole. */
function proposalOf(office: Office, { writes, doubts, same }: Outcome, speech: Speech): Proposal {
  const proposal = emptyProposal();
  for (const doubt of doubts) addDoubt(office, doubt, { proposal, speech });
  for (const { kind, row, value } of same) {
    const name = textOf(row[office.pack.records[kind]?.name ?? ""]);
    proposal.notes.push(say[speech].already(`${name} → ${textOf(value)}`));
  }
  if (doubts.length === 0) proposal.actions.push(...writes.map((write) => proposedOf(office, write, speech)));
  return proposal;
}

function proposedOf({ pack }: Office, write: Write, speech: Speech): Proposed {
  const { alias, tool, args, deed, kind = "", id } = write;
  const toolkit = pack.tools[alias]?.toolkit ?? pack.pack;
  const what =
    id === undefined
      ? undefined
      : [id, ...(write.field === undefined ? [] : [write.field, textOf(write.value)])].join(":");
  return {
    toolkit,
    tool,
    args,
    scope: write.scope ?? (what === undefined ? undefined : `${toolkit}:${deed}_${kind || "chart"}:${what}`),
    preview: previewOf(pack, write, speech),
  };
}

/** One line a person can check: what it is, what it was, what it becomes. */
function previewOf(
  pack: Pack,
  { deed, kind = "", row, field = "", value, shown, args }: Write,
  speech: Speech,
): string {
  const record = pack.records[kind];
  const noun = wordOf(record?.says, speech) ?? kind;
  const name = row === undefined || record === undefined ? "" : textOf(row[record.name]);
  const label = (one: Json | undefined): string => {
    const known = pack.entities[record?.fields[field]?.entity ?? field]?.values.find(({ is }) => is === one);
    return textOf(spoken(known?.sets["label"] ?? one ?? null, speech));
  };
  if (deed === "change")
    return `${noun} «${name}»: ${wordOf(record?.fields[field]?.says, speech) ?? field} ${label(row?.[field])} → ${shown ?? label(value)}`;
  const done = say[speech].deeds[deed] ?? deed;
  if (row !== undefined) return `${done} ${noun} «${name}»`;
  return `${done} ${noun}: ${Object.values(args)
    .map((one) => textOf(one))
    .join(" · ")}`;
}

/** The pack's own word in the language that is spoken. */
function wordOf(says: readonly string[] | undefined, speech: Speech): string | undefined {
  return says?.find((word) => /\p{Script=Cyrillic}/u.test(word) === (speech === "ru")) ?? says?.[0];
}

type Telling = { proposal: Proposal; speech: Speech };

function addDoubt(office: Office, doubt: Doubt, { proposal, speech }: Telling): void {
  const words = say[speech];
  const ask = (id: string, question: string, choices: Candidate[] = []): void => {
    proposal.questions.push({
      id,
      question,
      choices: choices.map(({ id: value, name, subtitle }) => ({
        label: [name, subtitle].filter((part) => part !== "").join(", ") || value,
        value,
      })),
      free_text_allowed: choices.length === 0,
    });
  };
  if (isTrouble(doubt)) {
    if (proposal.questions.length > 0) return;
    return ask(
      "look",
      doubt.trouble === "impossible" ? words.impossible(doubt.details) : words.unavailable(doubt.details),
    );
  }
  switch (doubt.doubt) {
    case "none":
      proposal.risks.push({ kind: "missing_required", details: words.nothingFound(doubt.choice.said) });
      return ask("refine", words.notFound(doubt.choice.said));
    case "several": {
      const record = office.pack.records[doubt.choice.kind];
      const naming = record && { record, speech, pack: office.pack };
      const rows = naming === undefined ? [] : doubt.rows.slice(0, 50).map((row) => candidateOf(row, naming));
      proposal.risks.push({ kind: "ambiguous", details: words.several(doubt.choice.said, doubt.rows.length) });
      if (record?.entity !== undefined)
        return void proposal.entities.push({
          kind: record.entity,
          query: doubt.choice.name ?? doubt.choice.said,
          candidates: rows,
          confidence: 1 / doubt.rows.length,
        });
      return ask(`which:${doubt.choice.said}`, words.which(doubt.choice.said), rows);
    }
    case "people": {
      const rows = doubt.whom.people.map(({ id, name }) => ({ id, name, subtitle: id, url: "" }));
      proposal.risks.push({ kind: "ambiguous", details: words.several(rows[0]?.name ?? "", rows.length) });
      return void proposal.entities.push({
        kind: "person",
        query: doubt.whom.said,
        candidates: rows,
        confidence: 1 / rows.length,
      });
    }
    case "missing":
      proposal.risks.push({ kind: "missing_required", details: doubt.fields.join(", ") });
      for (const field of doubt.fields) {
        const says = office.pack.records[doubt.kind]?.fields[field]?.says;
        ask(`field:${field}`, words.missing(wordOf(says, speech) ?? field));
      }
      return undefined;
    default:
      return doubt satisfies never;
  }
}
