import type { Candidate } from "../../../language/spans/candidate.ts";
import { codeIn } from "../../../language/words/codes.ts";
import { codeOfState, stateCodeOf } from "../../../language/english/gazetteer.ts";
import { languages } from "../../../language/languages.ts";
import { plain } from "../profile/plain.ts";
import { dateText } from "./format-date.ts";
import { codeKind } from "./score-code.ts";
import { badCost, type Scope, scoredAs, type ScoredValue } from "./scored.ts";
import { proximity } from "./sheet.ts";
import { textPenalty } from "./text-penalty.ts";
import { isBad, isNamed, shapeFits } from "./text-shape.ts";
import { kindBonus, patternBonus, roleBonus } from "./text-bonus.ts";

const kindBase: Readonly<Record<Candidate["kind"], number>> = {
  quoted: 1.4,
  name: 1.2,
  identifier: 0.8,
  phrase: 0.55,
  expression: 0.2,
  number: 0.1,
  date: 0,
  time: 0,
  duration: 0,
  email: -0.6,
  url: -0.6,
  json: -0.5,
  list: -0.3,
};

/** Text for string parameters. */
export function scoreText(scope: Scope, candidate: Candidate): ScoredValue | undefined {
  const { hints } = scope.param;
  if (candidate.kind === "list" && hints.joint !== undefined) return joined(scope, candidate, hints.joint);
  if (candidate.kind === "list" || candidate.kind === "json") return undefined;
  if (hints.date || hints.time) return scoreDate(scope, candidate);
  if (!shapeFits(scope, candidate)) return undefined;
  const near = proximity(scope.sheet, scope.param.terms, candidate);
  const named =
    candidate.kind === "phrase" && scope.sheet.reading.tokens[candidate.start]?.capital === true && candidate.start > 0;
  let score =
    (named ? 0.85 : kindBase[candidate.kind]) +
    0.8 * near +
    kindBonus(scope, candidate) +
    roleBonus(scope, candidate) +
    patternBonus(scope, candidate);
  const bad = isBad(scope, candidate);
  score -= textPenalty(scope, candidate) + (bad ? badCost : 0);
  return {
    ...scoredAs(candidate, score, normalText(scope, candidate)),
    ...(bad ? { bad } : {}),
    ...(isNamed(scope, candidate) && { named: true }),
  };
}

/** Several values in one text, as the description wants them. */
function joined(scope: Scope, list: Candidate, joint: string): ScoredValue | undefined {
  const parts = list.items?.map((item) => scoreText(scope, item)) ?? [];
  const fits = parts.flatMap((part) => part ?? []);
  if (fits.length === 0 || fits.length < parts.length) return undefined;
  const best = Math.max(...fits.map(({ score }) => score));
  return scoredAs(list, 0.7 + best, fits.map(({ value }) => plain(value)).join(joint));
}

/** Words come in the case the sentence puts them in; a value is passed on in the one it is looked up by. */
function normalText({ sheet, param }: Scope, { kind, start, end, text }: Candidate): string {
  const code = codeKind(param);
  if (code !== undefined) return codeIn(code, text) ?? text;
  if (param.hints.cityState && kind === "name") return withStateCode(text);
  const tokens = sheet.reading.tokens.slice(start, end);
  const bends = (kind === "name" || kind === "phrase") && tokens.some((token) => token.lang === "ru");
  return bends ? languages.ru.normalForm(tokens) : text;
}

/** "Austin" and "Austin, Texas" are "Austin, TX". */
function withStateCode(text: string): string {
  const [city = "", state] = text.split(/,\s*/);
  const code = state === undefined ? stateCodeOf(city) : (codeOfState(state) ?? state);
  return code === undefined ? text : `${city}, ${code}`;
}

function scoreDate(scope: Scope, candidate: Candidate): ScoredValue | undefined {
  const { hints } = scope.param;
  const dated = candidate.date !== undefined;
  const near = proximity(scope.sheet, scope.param.terms, candidate);
  if (!dated) {
    if (candidate.kind === "quoted" || (hints.dateFormat === undefined && candidate.kind === "phrase"))
      return scoredAs(
        candidate,
        (candidate.kind === "quoted" ? 0.7 : -0.3) + 0.8 * near + patternBonus(scope, candidate),
        candidate.text,
      );
    const year = candidate.kind === "number" && /^(?:19|20)\d{2}$/.test(candidate.text) && hints.year;
    return year ? scoredAs(candidate, 0.8 + near, candidate.text) : undefined;
  }
  const end = hints.end === "end" || hints.end === "high" ? "end" : "start";
  const value = dateText(candidate, hints, end);
  if (value === undefined) return undefined;
  const kindFits = (candidate.kind === "time") === (hints.time && !hints.date) ? 0.5 : hints.time ? 0.2 : -0.5;
  const range = candidate.date?.end !== undefined;
  const ranged = range && hints.dateFormat === undefined && hints.end !== undefined ? -1 : 0;
  const score =
    1.2 +
    kindFits +
    0.8 * near +
    roleBonus(scope, candidate) +
    patternBonus(scope, candidate) +
    ranged +
    (range && hints.period !== undefined ? 0.6 : 0);
  return {
    ...scoredAs(candidate, score, value),
    ...((isPart(candidate, hints.dateFormat) ||
      (range && hints.end !== undefined && hints.dateFormat !== undefined)) && { shared: true }),
  };
}

/** The day of "tomorrow at 15:30" leaves its time to another parameter, as the start of a range leaves its end. */
function isPart({ date }: Candidate, format = ""): boolean {
  const both = date?.certain.date === true && date.certain.time;
  return both && format.includes("HH") !== format.includes("DD");
}
