import { countsFirst } from "../../../language/english/manifest-patterns.ts";
import { plain } from "../profile/plain.ts";
import type { Candidate } from "../../../language/spans/candidate.ts";
import type { Token } from "../../../language/words/token.ts";
import { hasRole } from "../../../language/words/roles.ts";
import { clash, convertUnit, isTimeUnit } from "./measure.ts";
import { manifestStems } from "../search/manifest-stems.ts";
import { badCost, type Scope, scoredAs, type ScoredValue } from "./scored.ts";
import { introducer, proximity } from "./sheet.ts";
import { isNamed } from "./text-shape.ts";

/** Numbers for numeric parameters; anything that is not a number is not a candidate at all. */
export function scoreNumber(scope: Scope, candidate: Candidate): ScoredValue | undefined {
  const fromDate = partOfDate(scope, candidate);
  if (fromDate !== undefined) return fromDate;
  const read = numberOf(candidate);
  if (read === undefined) return undefined;
  const { param, sheet } = scope;
  const { value, bonus } = inUnit(scope, candidate, read);
  if (param.type === "integer" && !Number.isInteger(value)) return undefined;
  let score = 0.8 + bonus + 0.9 * proximity(sheet, param.terms, candidate);
  if (introduces(scope, candidate)) score += 0.7;
  else if (glosses(scope, candidate)) score += 0.5;
  score += countBonus(scope, candidate) + yearBonus(scope, candidate) + endBonus(scope, candidate);
  if (candidate.ordinal === true) score -= 1;
  if (candidate.implied === true && !isTimeUnit(param.hints.unit) && !param.hints.time) return undefined;
  if (countsNouns(scope, candidate)) score -= 0.6;
  if (sheet.dated[candidate.start] === true && !param.hints.year && candidate.unit === undefined) score -= 1.5;
  const bad = !inRange(scope, value);
  return {
    ...scoredAs(candidate, bad ? score - badCost : score, value),
    ...(bad ? { bad } : {}),
    ...(isNamed(scope, candidate) && { named: true }),
  };
}

function numberOf(candidate: Candidate): number | undefined {
  if (candidate.kind === "number" && typeof candidate.value === "number") return candidate.value;
  if (
    (candidate.kind === "quoted" || candidate.kind === "identifier") &&
    /^-?\d{1,15}(?:\.\d{1,15})?$/.test(candidate.text)
  )
    return Number(candidate.text);
  return undefined;
}

function inRange(scope: Scope, value: number): boolean {
  const { minimum, maximum } = scope.param.schema;
  return !(typeof minimum === "number" && value < minimum) && !(typeof maximum === "number" && value > maximum);
}

const money =
  /\b(?:price|cost|amount|budget|salary|income|payment|value|revenue|principal|fee|money|usd|dollar|loan|deposit|balance|investment|asset|debt|tax|rent)/;

/** Converts to the unit the parameter is in. */
function inUnit(scope: Scope, candidate: Candidate, value: number): { value: number; bonus: number } {
  const { hints } = scope.param;
  if (candidate.percent === true) {
    const asFraction = hints.percent === "fraction" || (hints.percent === undefined && scope.param.type === "number");
    return {
      value: asFraction ? Number((value / 100).toPrecision(12)) : value,
      bonus: hints.percent !== undefined ? 0.6 : hints.share ? 0.1 : -0.5,
    };
  }
  const paid = money.test(scope.param.nameStems.join(" "));
  if (candidate.scaled !== undefined && paid) return { value: candidate.scaled, bonus: 0.5 };
  const unit = candidate.unit;
  if (candidate.unitText !== undefined && saysUnit(scope, candidate.unitText)) return { value, bonus: 0.9 };
  if (unit === undefined) return { value, bonus: candidate.currency === undefined ? 0 : paid ? 0.5 : -0.2 };
  if (hints.unit !== undefined) {
    const converted = convertUnit(value, unit, hints.unit);
    if (converted !== undefined) return { value: converted, bonus: unit === hints.unit ? 0.9 : 0.5 };
    if (clash(unit, hints.unit)) return { value, bonus: -1 };
  }
  const named =
    scope.param.terms.has(unit) || [...scope.param.nameStems].some((stem) => unit.startsWith(stem) && stem.length > 2);
  return {
    value,
    bonus: named
      ? 0.6
      : isTimeUnit(unit) &&
          !scope.param.hints.time &&
          !/time|dur|period|term|age|year|day|hour|month|week|minut|second/.test(
            [...scope.param.terms.keys()].join(" "),
          )
        ? -0.5
        : 0,
  };
}

/** The description has the unit as it is written in the goal. */
function saysUnit(scope: Scope, unitText: string): boolean {
  const description = plain(scope.param.schema["description"]);
  const at = description.indexOf(unitText);
  return (
    at > 0 &&
    !/[\p{L}\d]/u.test(description.charAt(at - 1)) &&
    !/[\p{L}\d/^]/u.test(description.charAt(at + unitText.length))
  );
}

/** "two sides": a small number in words before a plural counts things that are named anyway. */
function countsNouns(scope: Scope, candidate: Candidate): boolean {
  if (
    !/^\p{L}/u.test(candidate.text) ||
    typeof candidate.value !== "number" ||
    candidate.value > 12 ||
    candidate.unit !== undefined
  )
    return false;
  return countBonus(scope, candidate) < 0.5;
}

function introduces(scope: Scope, candidate: Candidate): boolean {
  const { stem } = introducer(scope.sheet, candidate);
  const lang = /\p{Script=Cyrillic}/u.test(stem) ? "ru" : "en";
  return manifestStems({ stem, lang }).some((one) => scope.param.nameStems.includes(one));
}

/** The word that introduces the number is what the description calls the parameter. */
function glosses({ sheet, param }: Scope, candidate: Candidate): boolean {
  return param.gloss !== "" && introducer(sheet, candidate).stem === param.gloss;
}

/** "5 restaurants" for a count; "top 5", "limit". */
function countBonus(scope: Scope, candidate: Candidate): number {
  if (!scope.param.hints.count || candidate.unit !== undefined || candidate.currency !== undefined) return 0;
  const next = headAfter(scope, candidate);
  // A Russian noun after a number is in a form of its own; its translation tells.
  const plural = next !== undefined && (next.lang === "ru" ? manifestStems(next).length > 1 : next.lower.endsWith("s"));
  return plural && manifestStems(next).some((stem) => scope.param.terms.has(stem)) ? 0.8 : plural ? 0.3 : 0;
}

/** What is counted: the word after the number, or the one of the parameter's behind an adjective ("3 short poems"). */
function headAfter({ sheet, param }: Scope, candidate: Candidate): Token | undefined {
  const { tokens, marks } = sheet.reading;
  const run: Token[] = [];
  for (let at = candidate.end; at < candidate.end + 3 && marks.breaks[at] === false; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "word") break;
    run.push(token);
  }
  return run.find((token) => token.lower.endsWith("s") && param.terms.has(token.stem)) ?? run[0];
}

function yearBonus(scope: Scope, candidate: Candidate): number {
  const yearLike = /^(?:1\d|20)\d{2}$/.test(candidate.text);
  if (
    scope.param.hints.year &&
    scope.param.type === "integer" &&
    !countsFirst.test(plain(scope.param.schema["description"]).toLowerCase())
  )
    return yearLike ? 1.2 : candidate.unit === "year" ? 0.4 : -0.8;
  return yearLike && candidate.unit === undefined && candidate.currency === undefined ? -0.6 : 0;
}

/** "from 3 to 9": low and start take the first, high and end the second. */
function endBonus(scope: Scope, candidate: Candidate): number {
  const { end } = scope.param.hints;
  const before = scope.sheet.reading.tokens[candidate.start - 1]?.lower ?? "";
  const afterFrom = hasRole(before, "lower bound");
  const afterTo = hasRole(before, "upper bound");
  if (end === "start" || end === "low") return afterFrom ? 0.4 : afterTo ? -0.2 : 0;
  if (end === "end" || end === "high") return afterTo ? 0.4 : afterFrom ? -0.3 : 0;
  return 0;
}

/** A year, month, day, hour or minute out of a date or time. */
function partOfDate(scope: Scope, candidate: Candidate): ScoredValue | undefined {
  const date = candidate.date;
  if (date === undefined || (candidate.kind !== "date" && candidate.kind !== "time")) return undefined;
  const near = 0.5 * proximity(scope.sheet, scope.param.terms, candidate);
  if (
    candidate.kind === "time" &&
    /hour|time/.test(scope.param.path.at(-1)?.toLowerCase() ?? "") &&
    date.start.minute === 0 &&
    date.start.hour !== undefined
  )
    return { ...scoredAs(candidate, 1.6 + near, date.start.hour), shared: true };
  const field = (["year", "month", "day", "hour", "minute", "second"] as const).find(
    (name) => scope.param.head === stemOfPart[name],
  );
  const durations =
    field !== undefined && scope.param.path.at(-1)?.toLowerCase().endsWith(`${field}s`) === true && !date.certain.time;
  if (field === undefined || durations) return undefined;
  const value = date.start[field];
  const certain =
    field === "hour" || field === "minute" || field === "second"
      ? date.certain.time
      : field === "year"
        ? date.certain.year
        : date.certain.date;
  if (value === undefined || !certain) return undefined;
  return { ...scoredAs(candidate, 1.2 + near, value), shared: true };
}

const stemOfPart = {
  year: "year",
  month: "month",
  day: "dai",
  hour: "hour",
  minute: "minut",
  second: "second",
} as const;
