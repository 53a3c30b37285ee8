import { compact } from "../plan/compact.ts";
import { read } from "../language/reading.ts";
import type { Span } from "../language/spans/span.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import type { PlannerRequest } from "../ports/planner.ts";
import { kindsOf } from "./answers/kinds.ts";
import { otherRecords } from "./answers/other-records.ts";
import { dataOf } from "./answers/words.ts";
import { toolWords } from "./account/tool-words.ts";
import { inTools } from "./account/account-context.ts";
import type { Help, NearTool } from "./grammar/goal.ts";
import type { ReadyPack } from "./packs/match-packs.ts";
import { type Speech, speechOf } from "./speech.ts";
import { sentenceOf } from "./surfaces/service-words.ts";

const most = 3;
/** A tool that shares less with the request is not near it: set by hand. */
const near = 0.6;

/** What of a request was understood, which words were not, and the nearest things that can be said. */
export function helpFor(request: PlannerRequest, nearest: readonly NearTool[], packs: readonly ReadyPack[]): Help {
  const reading = read(request.goal, request);
  const { spans, tokens, clauses } = reading;
  const close = nearest.filter(({ score }) => score >= near).map(({ tool }) => tool);
  const tools = request.toolbox.filter(({ name }) => close.includes(name));
  const words = { tools: tools.map(toolWords) };
  const content = spans.filter(isContent);
  const known = (span: Span): boolean => inTools(words, tokens.slice(span.start, span.end));
  const speech = speechOf(request);
  const asks = clauses.some(({ act }) => act === "ask");
  const reads =
    clauses.every(({ act }) => act !== "do") || spans.some((one) => one.kind === "verb" && one.op === "read");
  const absent = reads ? otherRecords(reading, request.toolbox) : undefined;
  const data = asks || absent !== undefined ? dataOf(kindsOf(request.toolbox), speech) : "";
  return {
    ...compact({ talk: talkOf(spans), data: data === "" ? undefined : data, absent }),
    understood: content.filter(known).map(({ text }) => text),
    unknown: content.filter((span) => !known(span)).map(({ text }) => text),
    examples: examplesOf({ packs, tools, toolbox: request.toolbox, asks }, speech),
  };
}

function isContent({ kind }: Span): boolean {
  return !/^(?:filler|link|question|pronoun|possessive|polarity|act)$/.test(kind);
}

/** Small talk has no content but the wish to know what can be done. */
function talkOf(spans: readonly Span[]): Help["talk"] {
  const content = spans.filter(isContent);
  const helps = content.every((span) => span.kind === "verb" && (span.op === "do" || span.op === "read"));
  if (content.length > 0) return helps && content.length <= 2 ? "abilities" : undefined;
  const fillers = spans.flatMap((span) => (span.kind === "filler" ? [span.of] : []));
  return fillers.includes("thanks") ? "thanks" : fillers.includes("greeting") ? "greeting" : undefined;
}

type Sources = { packs: readonly ReadyPack[]; tools: readonly ToolSpec[]; toolbox: readonly ToolSpec[]; asks: boolean };

/** Phrases of packs for the tools that are near, else any of their phrases, else what the tools are for. */
function examplesOf({ packs, tools, toolbox, asks }: Sources, speech: Speech): string[] {
  const reads = new Set(toolbox.flatMap(({ name, effect }) => (effect === "read" ? [name] : [])));
  // Whoever asks is shown no orders.
  const phrases = packs
    .flatMap((pack) => phrasesOf(pack, speech))
    .filter((phrase) => !asks || phrase.tools.every((tool) => reads.has(tool)));
  const names = new Set(tools.map(({ name }) => name));
  const nearby = phrases
    .filter((phrase) => phrase.tools.some((tool) => names.has(tool)))
    .toSorted((a, b) => a.tools.length - b.tools.length);
  const said = [...nearby, ...(tools.length === 0 ? phrases : [])].map(({ text }) => text);
  const described = (tools.length > 0 ? tools : toolbox).flatMap((tool) => sentenceOf(tool) || []);
  return [...new Set(said.length > 0 ? said : described)].slice(0, most);
}

/** One example for each intent of a pack. */
function phrasesOf({ pack, tools }: ReadyPack, speech: Speech): { text: string; tools: string[] }[] {
  return pack.intents.flatMap(({ phrases, steps }) => {
    const bound = steps.flatMap(({ tool }) => tools.get(tool)?.tool ?? []);
    const own = phrases.find((phrase) => /\p{Script=Cyrillic}/u.test(phrase) === (speech === "ru"));
    if (own === undefined || bound.length < steps.length) return [];
    const text = exampleOf(own, (slot) => pack.slots[slot]?.ask?.[speech] ?? "");
    return text === undefined ? [] : [{ text, tools: bound }];
  });
}

/** A phrase as somebody would say it: the first of alternatives, nothing optional, an example for each slot. */
function exampleOf(phrase: string, askFor: (slot: string) => string): string | undefined {
  const plain = phrase.replaceAll(/\[[^\]]*\]/g, " ").replaceAll(/\(([^()|]*)\|?[^()]*\)/g, "$1");
  let complete = true;
  const filled = plain.replaceAll(/\{(\w+)[^}]*\}/g, (_, slot: string) => {
    const example = /[\p{L}]*-?\d[\p{L}\d-]*/u.exec(askFor(slot))?.[0];
    if (example === undefined) complete = false;
    return example ?? "";
  });
  return complete ? filled.replaceAll(/\s+/g, " ").trim() : undefined;
}
