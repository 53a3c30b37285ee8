import type { Candidate } from "../../../language/candidate.ts";
import { colorNames, currencyCodeOf, isState, stateCodeOf } from "../../../language/english/gazetteer.ts";
import { languages } from "../../../language/languages.ts";
import { dateText } from "./format-date.ts";
import { badCost, type Scope, type Scored } from "./scored.ts";
import { introducer, proximity } from "./sheet.ts";
import { textPenalty } from "./text-penalty.ts";

const kindBase: Readonly<Record<Candidate["kind"], number>> = {
  quoted: 1.4, name: 1.2, identifier: 0.8, phrase: 0.55, expression: 0.2, number: 0.1, date: 0, time: 0, duration: 0, email: -0.6, url: -0.6, json: -0.5, list: -0.3,
};

/** Text for string parameters. */
export function scoreText(scope: Scope, candidate: Candidate): Scored | undefined {
  const { hints } = scope.param;
  if (candidate.kind === "list" || candidate.kind === "json") return undefined;
  if (hints.date || hints.time) return scoreDate(scope, candidate);
  if (!shapeFits(scope, candidate)) return undefined;
  const near = proximity(scope.sheet, scope.param.terms, candidate);
  const named = candidate.kind === "phrase" && scope.sheet.reading.tokens[candidate.start]?.capital === true && candidate.start > 0;
  let score = (named ? 0.95 : kindBase[candidate.kind]) + 0.8 * near + kindBonus(scope, candidate) + roleBonus(scope, candidate) + patternBonus(scope, candidate);
  const bad = isBad(scope, candidate);
  score -= textPenalty(scope, candidate) + (bad ? badCost : 0);
  return { score, value: normalText(scope, candidate), start: candidate.start, end: candidate.end, kind: candidate.kind, candidate, ...(bad ? { bad } : {}) };
}

/** Words come in the case the sentence puts them in; a value is passed on in the one it is looked up by. */
function normalText({ sheet, param }: Scope, { kind, start, end, text }: Candidate): string {
  if (param.hints.currency) return currencyCodeOf(text) ?? text;
  if (param.hints.cityState && kind === "name" && stateCodeOf(text) !== undefined) return `${text}, ${stateCodeOf(text)}`;
  const tokens = sheet.reading.tokens.slice(start, end);
  const bends = (kind === "name" || kind === "phrase") && tokens.some((token) => token.lang === "ru");
  return bends ? languages.ru.normalForm(tokens) : text;
}

function scoreDate(scope: Scope, candidate: Candidate): Scored | undefined {
  const { hints } = scope.param;
  const dated = candidate.date !== undefined;
  const near = proximity(scope.sheet, scope.param.terms, candidate);
  const place = { start: candidate.start, end: candidate.end, kind: candidate.kind, candidate };
  if (!dated) {
    if (candidate.kind === "quoted" || (hints.dateFormat === undefined && candidate.kind === "phrase")) return { score: (candidate.kind === "quoted" ? 0.7 : -0.3) + 0.8 * near + patternBonus(scope, candidate), value: candidate.text, ...place };
    const duration = candidate.kind === "number" && candidate.unit !== undefined && hints.time && !hints.date && hints.dateFormat === undefined;
    const year = candidate.kind === "number" && /^(?:19|20)\d{2}$/.test(candidate.text) && hints.year;
    if (duration) return { score: 0.5 + 0.8 * near, value: `${candidate.text} ${candidate.unitText ?? ""}`.trim(), ...place };
    return year ? { score: 0.8 + near, value: candidate.text, ...place } : undefined;
  }
  const end = hints.end === "end" || hints.end === "high" ? "end" : "start";
  const value = dateText(candidate, hints.dateFormat, end);
  if (value === undefined) return undefined;
  const kindFits = (candidate.kind === "time") === (hints.time && !hints.date) ? 0.5 : hints.time ? 0.2 : -0.5;
  const range = candidate.date?.end !== undefined;
  const ranged = range && hints.dateFormat === undefined && hints.end !== undefined ? -1 : 0;
  const score = 1.2 + kindFits + 0.8 * near + roleBonus(scope, candidate) + patternBonus(scope, candidate) + ranged;
  return { score, value, ...place, ...((isPart(candidate, hints.dateFormat) || (range && hints.end !== undefined && hints.dateFormat !== undefined)) && { shared: true }) };
}

/** The day of "tomorrow at 15:30" leaves its time to another parameter, as the start of a range leaves its end. */
function isPart({ date }: Candidate, format = ""): boolean {
  const both = date?.certain.date === true && date.certain.time;
  return both && format.includes("HH") !== format.includes("DD");
}

/** Some parameters take only things of one shape. */
function shapeFits(scope: Scope, candidate: Candidate): boolean {
  const { hints } = scope.param;
  if (hints.email) return candidate.kind === "email" || (candidate.kind === "quoted" && candidate.text.includes("@"));
  if (candidate.kind === "email") return hints.person || hints.identifier || hints.prose;
  if (hints.identifier && !hints.person && !isIdentifying(scope, candidate)) return false;
  if (hints.language) return isLanguage(candidate.text);
  if (/^(?:state|countri|citi)$/.test(scope.param.head) && candidate.kind === "phrase" && !isPlaceLike(scope, candidate)) return false;
  if (hints.unitName && !hints.currency) return isUnit(scope, candidate);
  if (hints.url) return candidate.kind === "url" || candidate.kind === "identifier" || candidate.kind === "quoted";
  if (hints.phone) return candidate.kind === "identifier" || candidate.kind === "quoted" || (candidate.kind === "number" && candidate.text.length > 5);
  return true;
}

/** Breaks a stated rule, or has digits where a name of a place, person or one of a few kinds is wanted. */
function isBad(scope: Scope, candidate: Candidate): boolean {
  const { pattern, minLength, maxLength } = scope.param.schema;
  const { text } = candidate;
  if (typeof pattern === "string" && !matches(pattern, text)) return true;
  if ((typeof minLength === "number" && text.length < minLength) || (typeof maxLength === "number" && text.length > maxLength)) return true;
  const mixed = /\p{L}/u.test(text) && /\d/.test(text) && !/\s/.test(text);
  if (!mixed || (candidate.kind !== "identifier" && candidate.kind !== "quoted")) return false;
  const kinds = scope.param.options.map((option) => String(option.value).toLowerCase()).filter((option) => option.length > 2 && !/\d/.test(option));
  return (scope.param.hints.place && !scope.param.hints.identifier) || kinds.some((option) => text.toLowerCase().includes(option));
}

/** An identifier has a digit, stands in quotes or in capitals, or is introduced by the name of the parameter. */
function isIdentifying(scope: Scope, candidate: Candidate): boolean {
  if (candidate.kind === "identifier" || candidate.kind === "quoted" || candidate.kind === "number") return true;
  if (candidate.kind === "phrase" && candidate.end - candidate.start > 1) return false;
  if (/^(?:number|id|identifi)$/.test(scope.param.head) && !/\d/.test(candidate.text)) return /^\p{Lu}{2,}$/u.test(candidate.text) && scope.param.nameStems.includes(introducer(scope.sheet, candidate).stem);
  return /\d/.test(candidate.text) || /^\p{Lu}{2,}$/u.test(candidate.text) || (candidate.kind === "name" && !scope.param.nameStems.includes("id")) || scope.param.nameStems.includes(introducer(scope.sheet, candidate).stem);
}

/** A place is written with a capital, or stands behind a preposition of place. */
function isPlaceLike(scope: Scope, candidate: Candidate): boolean {
  const { tokens, marks } = scope.sheet.reading;
  if (tokens.slice(candidate.start, candidate.end).some((token) => token.capital)) return true;
  const role = marks.roles[candidate.start - 1];
  return role === "place" || role === "source" || role === "goal";
}

function isLanguage(text: string): boolean {
  return Object.values(languages).some((language) => language.languageNames?.has(text.toLowerCase()) === true);
}

function isUnit(scope: Scope, candidate: Candidate): boolean {
  if (candidate.kind === "quoted") return true;
  const tokens = scope.sheet.reading.tokens.slice(candidate.start, candidate.end);
  return tokens.some((token) => languages[token.lang].units.has(token.lower)) && (scope.param.hints.end === "start" || scope.sheet.reading.tokens[candidate.start - 1]?.kind !== "number");
}

function matches(pattern: string, text: string): boolean {
  if (pattern.length > 200 || text.length > 200 || /\([^)]*[+*]\)[+*]/.test(pattern)) return true;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function kindBonus(scope: Scope, candidate: Candidate): number {
  const { hints } = scope.param;
  let bonus = 0;
  if (candidate.kind === "name") bonus += (hints.place ? 0.4 : 0) + (hints.person ? 0.4 : 0);
  const capital = scope.sheet.reading.tokens[candidate.start]?.capital === true;
  if (candidate.kind === "phrase" && (hints.place || hints.person)) bonus += capital ? 0.2 : -0.3;
  if (candidate.kind === "quoted" && hints.prose) bonus += 0.3;
  if (hints.identifier) bonus += /\d/.test(candidate.text) ? 0.7 : candidate.kind === "phrase" ? -0.8 : 0;
  if (hints.url && candidate.kind === "url") bonus += 1.8;
  if (hints.email && candidate.kind === "email") bonus += 1.8;
  if (hints.path && candidate.kind === "identifier") bonus += 0.6;
  if (hints.formula) bonus += candidate.kind === "expression" ? 1.6 : 0;
  if (hints.formula && candidate.kind === "expression" && candidate.text.includes("=") && !scope.param.nameStems.includes("equat")) bonus -= 0.3;
  if (candidate.kind === "number" && !hints.identifier && !hints.year && !hints.phone) bonus -= 0.6;
  if (hints.place && candidate.kind === "name") bonus += regionBonus(scope, candidate);
  if (candidate.kind === "name" && namesKind(scope, candidate)) bonus += 0.7;
  if (scope.param.nameStems.includes("color") && colorNames.has(candidate.text.toLowerCase())) bonus += 1.4;
  if ((candidate.kind === "phrase" || candidate.kind === "name") && candidate.end === candidate.start + 1 && !hints.unitName && languages.en.units.has(candidate.text.toLowerCase())) bonus -= 0.6;
  if (hints.place && candidate.kind === "phrase" && /^\d/.test(candidate.text)) bonus += 0.8;
  if (hints.year && candidate.kind === "number") bonus += /^(?:1[5-9]|20)\d{2}$/.test(candidate.text) ? 1.2 : 0;
  if (hints.language) bonus += 0.8;
  if (scope.param.head === "month" && isMonth(candidate.text)) bonus += 1.5;
  if (hints.unitName && /^(?:in|into|to)$/.test(scope.sheet.reading.tokens[candidate.start - 1]?.lower ?? "")) bonus += hints.end === "start" ? -0.5 : 1.4;
  if (hints.unitName && hints.end === "start" && scope.sheet.reading.tokens[candidate.start - 1]?.kind === "number") bonus += 1.2;
  if (hints.currency) bonus += currencyCodeOf(candidate.text) === undefined ? -0.6 : 1.2;
  if (hints.cityState && candidate.kind === "name" && candidate.text.includes(",")) bonus += 0.5;
  return bonus;
}

/** "Plaza Hotel" is a hotel: the name says what it names. */
function namesKind(scope: Scope, candidate: Candidate): boolean {
  if (candidate.end - candidate.start < 2) return false;
  return scope.sheet.reading.tokens.slice(candidate.start, candidate.end).some((token) => token.stem !== "name" && scope.param.nameStems.includes(token.stem));
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
  return scope.sheet.reading.tokens[candidate.start - 1]?.text === "," && scope.sheet.reading.tokens[candidate.start - 2]?.capital === true && candidate.end - candidate.start <= 2;
}

function isMonth(text: string): boolean {
  return /^(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i.test(text);
}

/** What the preposition before the candidate says against what the parameter is. */
function roleBonus(scope: Scope, candidate: Candidate): number {
  const before = scope.sheet.reading.tokens[candidate.start - 1]?.lower === "the" ? candidate.start - 2 : candidate.start - 1;
  const role = scope.sheet.reading.marks.roles[before];
  const word = scope.sheet.reading.tokens[before]?.lower ?? "";
  const { hints } = scope.param;
  const first = role === "source" || word === "between";
  const second = role === "goal" || (word === "and" && betweenBefore(scope, before));
  if (hints.end === "start") return first ? 0.7 : second ? -0.5 : 0;
  if (hints.end === "end") return second ? 0.7 : first ? -0.5 : 0;
  if (hints.place) return role === "place" ? 0.5 : first || second ? 0.2 : 0;
  if (hints.person) return role === "person" ? 0.2 : 0;
  if (hints.language) return role === "goal" || role === "source" || word === "in" ? 0.3 : 0;
  return role === "place" ? -0.15 : 0;
}

function betweenBefore(scope: Scope, at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 8); i -= 1) if (scope.sheet.reading.tokens[i]?.lower === "between") return true;
  return false;
}

/** "artist named X", "city of X", "X genre". */
function patternBonus(scope: Scope, candidate: Candidate): number {
  const { tokens } = scope.sheet.reading;
  const { param } = scope;
  const before = introducer(scope.sheet, candidate);
  const after = tokens[candidate.end];
  let bonus = 0;
  const sure = before.linked || candidate.kind !== "phrase";
  if (param.nameStems.includes(before.stem)) bonus += sure ? 0.8 : 0.25;
  if (after?.lower === "as" && tokens.slice(candidate.end + 1, candidate.end + 5).some((token) => token.stem === param.head)) bonus += 1;
  if (after?.kind === "word" && param.nameStems.includes(after.stem) && candidate.end - candidate.start <= 3) bonus += 0.5;
  return bonus;
}
