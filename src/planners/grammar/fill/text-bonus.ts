import type { Candidate } from "../../../language/spans/candidate.ts";
import { codeIn } from "../../../language/words/codes.ts";
import { colorNames, isState, stateCodeOf } from "../../../language/english/gazetteer.ts";
import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import { type Scope } from "./scored.ts";
import { introducer } from "./sheet.ts";
import { isNamed } from "./text-shape.ts";

export function kindBonus(scope: Scope, candidate: Candidate): number {
  const { hints } = scope.param;
  let bonus = 0;
  if (candidate.kind === "name") bonus += (hints.place ? 0.4 : 0) + (hints.person ? 0.4 : 0);
  const capital = scope.sheet.reading.tokens[candidate.start]?.capital === true;
  if (candidate.kind === "phrase" && (hints.place || hints.person)) bonus += capital ? 0.2 : -0.3;
  if (candidate.kind === "quoted" && hints.prose) bonus += 0.3;
  if (candidate.kind === "phrase" && /^(?:messag|bodi|content)$/.test(scope.param.head)) bonus -= 0.8;
  if (hints.identifier) bonus += /\d/.test(candidate.text) ? 0.7 : candidate.kind === "phrase" ? -0.8 : 0;
  if ((hints.url || hints.path || isHost(scope)) && candidate.kind === "url") bonus += 1.8;
  if (hints.email && candidate.kind === "email") bonus += 1.8;
  if (hints.formula) bonus += candidate.kind === "expression" ? 1.6 : 0;
  if (
    hints.formula &&
    candidate.kind === "expression" &&
    candidate.text.includes("=") &&
    !scope.param.nameStems.includes("equat")
  )
    // "y = 3x" and "f(x) = 3x" give the function a name.
    bonus -= /^(?:y|[a-z] ?\([a-z]\)) ?=/i.test(candidate.text) ? 1 : 0.3;
  if (candidate.kind === "number" && !hints.identifier && !hints.year && !hints.phone)
    bonus -= isNamed(scope, candidate) ? 0 : 0.6;
  if (hints.place && candidate.kind === "name") bonus += regionBonus(scope, candidate);
  if (candidate.kind === "name" && namesKind(scope, candidate)) bonus += 0.7;
  if (scope.param.nameStems.includes("color") && colorNames.has(candidate.text.toLowerCase())) bonus += 1.4;
  if (
    (candidate.kind === "phrase" || candidate.kind === "name") &&
    candidate.end === candidate.start + 1 &&
    !hints.unitName &&
    !hints.place &&
    languages.en.units.has(candidate.text.toLowerCase())
  )
    bonus -= 0.6;
  if (hints.place && candidate.kind === "phrase" && /^\d/.test(candidate.text)) bonus += 0.8;
  if (hints.year && candidate.kind === "number") bonus += /^(?:1[5-9]|20)\d{2}$/.test(candidate.text) ? 1.2 : 0;
  if (hints.language) bonus += 0.8;
  if (candidate.kind === "quoted" && scope.sheet.listed[candidate.start] === true) bonus -= 0.8;
  if (hints.unitName && hasRole(scope.sheet.reading.tokens[candidate.start - 1]?.lower ?? "", "into unit"))
    bonus += hints.end === "start" ? -0.5 : 1.4;
  if (hints.unitName && hints.end === "start" && scope.sheet.reading.tokens[candidate.start - 1]?.kind === "number")
    bonus += 1.2;
  if (isOutsideKinds(scope, candidate)) bonus -= 0.8;
  if (/^v?\d+(?:\.\d+){1,3}$/.test(candidate.text)) bonus += scope.param.nameStems.includes("version") ? 1.5 : -0.5;
  if (hints.currency) bonus += codeIn("currency", candidate.text) === undefined ? -0.6 : 1.2;
  return bonus;
}

/** "the subdomains of example.org": a domain or a host is written like a link. */
function isHost({ param }: Scope): boolean {
  return /^(?:domain|host|hostnam|site|websit|server)$/.test(param.head);
}

/** A category, type or mode whose description lists some: another word that nothing leads to is hardly one of them. */
function isOutsideKinds(scope: Scope, candidate: Candidate): boolean {
  const { head, options } = scope.param;
  const words = candidate.kind === "name" || candidate.kind === "phrase";
  return (
    words &&
    options.length > 1 &&
    /^(?:categori|type|kind|mode|statu|level|method)$/.test(head) &&
    !isNamed(scope, candidate)
  );
}

/** "Plaza Hotel" is a hotel: the name says what it names. */
function namesKind(scope: Scope, candidate: Candidate): boolean {
  if (candidate.end - candidate.start < 2) return false;
  return scope.sheet.reading.tokens
    .slice(candidate.start, candidate.end)
    .some((token) => token.stem !== "name" && scope.param.nameStems.includes(token.stem));
}

const regional = new Set(["countri", "state", "region", "provinc"]);

/** Of "Tokyo, Japan" a city takes the first half when the tool asks for the country too, the country the second; else both. */
function regionBonus(scope: Scope, candidate: Candidate): number {
  const wantsRegion = scope.param.nameStems.some((stem) => regional.has(stem));
  const split = wantsRegion || scope.siblings.some((other) => other.nameStems.some((stem) => regional.has(stem)));
  if (inRegion(scope, candidate)) return wantsRegion ? 0.6 : -0.5;
  if (candidate.text.includes(",")) return split ? -0.6 : 0.3;
  return wantsRegion && !isState(candidate.text) && stateCodeOf(candidate.text) !== undefined ? -0.8 : 0;
}

/** "USA" in "New York, USA". */
function inRegion(scope: Scope, candidate: Candidate): boolean {
  return (
    scope.sheet.reading.tokens[candidate.start - 1]?.text === "," &&
    scope.sheet.reading.tokens[candidate.start - 2]?.capital === true &&
    candidate.end - candidate.start <= 2
  );
}

/** What the preposition before the candidate says against what the parameter is. */
export function roleBonus(scope: Scope, candidate: Candidate): number {
  const before = hasRole(scope.sheet.reading.tokens[candidate.start - 1]?.lower ?? "", "the")
    ? candidate.start - 2
    : candidate.start - 1;
  const role = scope.sheet.reading.marks.roles[before];
  const word = scope.sheet.reading.tokens[before]?.lower ?? "";
  const { hints } = scope.param;
  const first = role === "source" || hasRole(word, "between");
  const second = role === "goal" || (languages.en.conjunctions.has(word) && betweenBefore(scope, before));
  if (hints.topic && hasRole(word, "on topic")) return 0.6;
  if (hints.end === "start") return first ? 0.7 : second ? -0.5 : 0;
  if (hints.end === "end") return second ? 0.7 : first ? -0.5 : 0;
  if (hints.place) return role === "place" ? 0.5 : first || second ? 0.2 : 0;
  if (hints.person) return role === "person" ? 0.2 : 0;
  if (hints.language) return role === "goal" || role === "source" || hasRole(word, "language") ? 0.3 : 0;
  return role === "place" ? -0.15 : 0;
}

function betweenBefore(scope: Scope, at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 8); i -= 1)
    if (hasRole(scope.sheet.reading.tokens[i]?.lower ?? "", "between")) return true;
  return false;
}

/** "artist named X", "city of X", "X genre". */
export function patternBonus(scope: Scope, candidate: Candidate): number {
  const { tokens } = scope.sheet.reading;
  const { param } = scope;
  const before = introducer(scope.sheet, candidate);
  const after = tokens[candidate.end];
  let bonus = 0;
  const sure = before.linked || candidate.kind !== "phrase";
  const others = scope.siblings.some((other) => other !== param && other.nameStems.includes(before.stem));
  // "version 3.2.1" is not an id of anything.
  if (
    others &&
    !before.placed &&
    before.linked === (candidate.kind === "phrase") &&
    !param.nameStems.includes(before.stem)
  )
    bonus -= candidate.kind === "phrase" ? 0.25 : 0.9;
  // "the museum in Vienna" does not call the museum so.
  const called = !before.placed || param.hints.place;
  if (called && param.nameStems.includes(before.stem)) bonus += sure ? 0.8 : 0.25;
  if (
    hasRole(after?.lower ?? "", "used as") &&
    tokens.slice(candidate.end + 1, candidate.end + 5).some((token) => token.stem === param.head)
  )
    bonus += 1;
  if (after?.kind === "word" && param.nameStems.includes(after.stem) && candidate.end - candidate.start <= 3)
    bonus += 0.5;
  return bonus;
}
