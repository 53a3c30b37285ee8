import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { asking } from "../choose/match.ts";
import { askedAt } from "../search/goal-words.ts";
import { manifestStems } from "../search/manifest-stems.ts";

/** What a goal without a thing asked for is worth: it tells nothing. */
const untold = 0.5;

/**
 * Whether the tool gives what is asked for: the noun behind the question word or the verb ("what is the area of …",
 * "find the cheapest flight"). 1 where its name or description speaks of it, 0 where nothing does.
 */
export function focusOf(sheet: Sheet, draft: Draft): number {
  const question = questioned(sheet, draft);
  if (question !== undefined) return question;
  const done = commanded(sheet, draft);
  if (done > 0) return done;
  const things = askedFor(sheet, draft);
  if (things.length === 0) return untold;
  const known = knownTo(sheet, draft);
  return Math.max(...things.flatMap((words) => words.map((at) => (at === words.at(-1) ? 1 : 0.5) * known(at))));
}

/** "When was …", "how far is …": the question word tells; undefined where the goal does not begin with one. */
function questioned(sheet: Sheet, draft: Draft): number | undefined {
  const { tokens, marks } = sheet.reading;
  for (let at = draft.range.from; at < draft.range.to; at += 1) {
    const stems = askedAt(tokens, at);
    if (stems.length > 0 && !/^(?:number|amount|count)$/.test(stems[0] ?? ""))
      return Math.max(0.4, ...stems.map((stem) => Math.min(1, draft.tool.terms.get(stem) ?? 0)));
    if (marks.verbs[at] === true || languages[tokens[at]?.lang ?? "en"].questionWords.has(tokens[at]?.lower ?? ""))
      return undefined;
  }
  return undefined;
}

/** "Turn off the lamp" for a tool that switches: the verb is what is asked for, unless it only asks for an answer. */
function commanded(sheet: Sheet, draft: Draft): number {
  const { tokens, marks } = sheet.reading;
  const at = tokens.findIndex(
    (token, i) => i >= draft.range.from && marks.verbs[i] === true && !hasRole(token.lower, "idle"),
  );
  const verb = at < draft.range.to ? tokens[at] : undefined;
  if (verb === undefined || verb.stem === "" || asking.has(verb.stem)) return 0;
  if (draft.tool.nameStems.includes(verb.stem)) return 1;
  return languages[verb.lang]
    .meanings(verb.stem)
    .some((stem) => draft.tool.nameStems.includes(stem) && !asking.has(stem))
    ? 0.8
    : 0;
}

function knownTo(sheet: Sheet, draft: Draft): (at: number) => number {
  const { terms } = draft.tool;
  return (at) => {
    const token = sheet.reading.tokens[at];
    if (token === undefined) return 0;
    const own = Math.max(0, ...manifestStems(token).map((stem) => terms.get(stem) ?? 0));
    const alike = Math.max(0, ...languages[token.lang].meanings(token.stem).map((stem) => terms.get(stem) ?? 0));
    return Math.min(1, Math.max(own, 0.7 * alike));
  };
}

/** Tokens of the things asked for, the head of each last; none where values or nothing are there. */
function askedFor(sheet: Sheet, draft: Draft): number[][] {
  const { tokens, marks } = sheet.reading;
  const found: number[][] = [];
  for (let at = draft.range.from; at < draft.range.to; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const asks = marks.verbs[at] === true ? !hasRole(token.lower, "supposing") : hasRole(token.lower, "asks value");
    if (!asks) continue;
    const run = runAfter(sheet, at + 1, draft.range.to);
    if (run.length > 0 && !spent(draft, run, marks.verbs[at] === true)) found.push(run);
  }
  return found;
}

/** The first run of words that say something; hollow ones ("list of", "kind of") lead to the next. */
function runAfter(sheet: Sheet, from: number, to: number): number[] {
  const { tokens, marks } = sheet.reading;
  let run: number[] = [];
  for (let at = from; at < to && at < from + 12; at += 1) {
    const token = tokens[at];
    if (token === undefined || marks.stops[at] === true) break;
    const hollow = languages[token.lang].hollowStems?.has(token.stem) === true;
    if (marks.breaks[at] === true || token.kind !== "word" || (run.length > 0 && isParticiple(sheet, at))) {
      if (run.length > 0) break;
      continue;
    }
    const infinitive = run.length === 0 && hasRole(tokens[at - 1]?.lower ?? "", "to do");
    if (!hollow && !infinitive) run = [...run, at];
  }
  return run;
}

/** "proteins found in", "books written by": what is said of the thing, not the thing. */
function isParticiple(sheet: Sheet, at: number): boolean {
  const { lower = "" } = sheet.reading.tokens[at] ?? {};
  const linked = sheet.reading.marks.roles[at + 1] !== undefined;
  return linked && hasRole(lower, "participle");
}

/** A name or a quotation is a value, not what the tool gives; so is the object of a command ("turn off the heating"). */
function spent(draft: Draft, run: readonly number[], commanded: boolean): boolean {
  const head = run.at(-1) ?? 0;
  return [...draft.fill.chosen.values()].some(
    ({ kind, start, end }) => head >= start && head < end && kind !== "flag" && (commanded || kind !== "phrase"),
  );
}
