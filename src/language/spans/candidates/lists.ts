import type { Candidate, CandidateKind } from "../candidate.ts";
import { languages } from "../../languages.ts";
import { type Source, textOf } from "./source.ts";

const longest = 30;

/** Coordinations: members of one kind with commas and conjunctions between them. */
export function findLists(source: Source, single: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = [];
  const seen = new Set<string>();
  const at = startsByToken(single);
  for (const kinds of families) {
    // The members of a list that was cut open no lists of their own: a thousand of them would make a thousand lists.
    let cutEnd = 0;
    for (const first of single) {
      if (first.start < cutEnd || !kinds.includes(first.kind) || !isMaximal(source, first, at)) continue;
      const items = collect(source, first, { kinds, at });
      const last = items.at(-1);
      if (items.length === longest) cutEnd = last?.end ?? 0;
      if (items.length < 2 || last === undefined) continue;
      const key = `${first.start}-${last.end}-${items.length}`;
      if (seen.has(key) || seen.has(`end${last.end}-${kinds[0]}`)) continue;
      seen.add(key).add(`end${last.end}-${kinds[0]}`);
      found.push({
        kind: "list",
        start: first.start,
        end: last.end,
        text: textOf(source, first.start, last.end),
        value: items.map((item) => item.value),
        items,
      });
    }
  }
  return [...found, ...findRanges(source, single)];
}

/** "from 3 to 9", "between x = 1 and x = 3": two numbers that bound something. */
function findRanges(source: Source, single: readonly Candidate[]): Candidate[] {
  const numbers = single.filter((candidate) => candidate.kind === "number");
  return numbers.flatMap((first): Candidate[] => {
    const joint = skipUnit(source, first.end);
    if (!/^(?:to|and|-|–|through|until|до|по)$/.test(source.tokens[joint]?.lower ?? "")) return [];
    let at = joint + 1;
    if (source.tokens[at]?.kind === "word" && source.tokens[at + 1]?.text === "=") at += 2;
    else if (source.tokens[joint]?.lower === "and") return [];
    const second = numbers.find((candidate) => candidate.start === at);
    if (second === undefined) return [];
    return [
      {
        kind: "list",
        start: first.start,
        end: second.end,
        text: textOf(source, first.start, second.end),
        value: [first.value, second.value],
        items: [first, second],
        range: true,
      },
    ];
  });
}

const families: readonly (readonly CandidateKind[])[] = [
  ["number"],
  ["quoted"],
  ["name"],
  ["date"],
  ["time"],
  ["identifier"],
  ["email"],
  ["url"],
  ["json"],
  ["phrase", "name"],
];

function startsByToken(single: readonly Candidate[]): Map<number, Candidate[]> {
  const at = new Map<number, Candidate[]>();
  for (const candidate of single) at.set(candidate.start, [...(at.get(candidate.start) ?? []), candidate]);
  return at;
}

/** Longest of its kind from its place; a phrase must fill its run. */
function isMaximal(source: Source, candidate: Candidate, at: Map<number, Candidate[]>): boolean {
  if (candidate.kind === "phrase") {
    const left = candidate.start === 0 || source.marks.breaks[candidate.start - 1] === true;
    return left && source.marks.breaks.slice(candidate.start, candidate.end).every((breaks) => !breaks);
  }
  const regional =
    candidate.kind === "name" &&
    source.tokens.slice(candidate.start, candidate.end).some((token) => token.text === ",");
  if (regional) return true;
  return !(at.get(candidate.start) ?? []).some(
    (other) =>
      other.kind === candidate.kind &&
      other.end > candidate.end &&
      !source.tokens.slice(other.start, other.end).some((token) => token.text === "," || token.lower === "and"),
  );
}

function collect(
  source: Source,
  first: Candidate,
  family: { kinds: readonly CandidateKind[]; at: Map<number, Candidate[]> },
): Candidate[] {
  const items = [first];
  let end = first.end;
  while (items.length < longest) {
    const next = separatorEnd(source, end, first);
    if (next === 0) break;
    const member = (family.at.get(next) ?? [])
      .filter(
        (candidate) =>
          family.kinds.includes(candidate.kind) &&
          isMaximal(source, candidate, family.at) &&
          runEnds(source, candidate),
      )
      .toSorted((a, b) => b.end - a.end)
      .find((candidate) => fits(source, first, candidate));
    if (member === undefined) break;
    items.push(member);
    end = member.end;
  }
  return items;
}

function fits(source: Source, first: Candidate, member: Candidate): boolean {
  const regional = (candidate: Candidate): boolean =>
    source.tokens.slice(candidate.start, candidate.end).some((token) => token.text === ",");
  return regional(first) === regional(member);
}

function runEnds(source: Source, candidate: Candidate): boolean {
  if (candidate.kind !== "phrase") return true;
  return candidate.end >= source.tokens.length || source.marks.breaks[candidate.end] === true;
}

/** First token after "," / "and" / ", and", over an article and a unit; 0 when there is no separator. */
function separatorEnd(source: Source, at: number, first: Candidate): number {
  let i = at;
  if (first.kind === "number") i = skipUnit(source, i);
  const begin = i;
  const token = source.tokens[i];
  if (token === undefined) return 0;
  if (token.text === "," || token.text === ";") i += 1;
  const word = source.tokens[i];
  if (word !== undefined && (languages[word.lang].conjunctions.has(word.lower) || word.text === "&")) i += 1;
  if (i === begin) return 0;
  if (/^(?:a|an|the|another|one)$/.test(source.tokens[i]?.lower ?? "")) i += 1;
  if (/^[$€£]$/.test(source.tokens[i]?.text ?? "") && first.currency === undefined) i += 1;
  return i;
}

function skipUnit(source: Source, at: number): number {
  const token = source.tokens[at];
  if (token === undefined) return at;
  const known = languages[token.lang].units;
  return known.has(token.text) || known.has(token.lower) ? at + 1 : at;
}
