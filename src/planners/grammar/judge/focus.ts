import { languages } from "../../../language/languages.ts";
import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { manifestStems } from "../search/manifest-stems.ts";

/** What a goal without a thing asked for is worth: it tells nothing. */
const untold = 0.5;

/**
 * Whether the tool gives what is asked for: the noun behind the question word or the verb ("what is the area of …",
 * "find the cheapest flight"). 1 where its name or description speaks of it, 0 where nothing does.
 */
export function focusOf(sheet: Sheet, draft: Draft): number {
  const words = askedFor(sheet, draft);
  if (words.length === 0) return untold;
  const head = words.at(-1) ?? 0;
  const known = known_(sheet, draft);
  return Math.max(known(head), ...words.slice(0, -1).map((at) => 0.5 * known(at)));
}

function known_(sheet: Sheet, draft: Draft): (at: number) => number {
  const { terms } = draft.tool;
  return (at) => {
    const token = sheet.reading.tokens[at];
    if (token === undefined) return 0;
    const own = Math.max(0, ...manifestStems(token).map((stem) => terms.get(stem) ?? 0));
    const alike = Math.max(0, ...languages[token.lang].meanings(token.stem).map((stem) => terms.get(stem) ?? 0));
    return Math.min(1, Math.max(own, 0.7 * alike));
  };
}

/** Tokens of the thing asked for, its head last; none where a value or nothing stands there. */
function askedFor(sheet: Sheet, draft: Draft): number[] {
  const { tokens, marks } = sheet.reading;
  for (let at = draft.range.from; at < draft.range.to; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const asks = marks.verbs[at] === true ? !idle.test(token.lower) : /^(?:what|what's|whats|which|how|какой|какая|какие|какое|сколько)$/.test(token.lower);
    if (!asks) continue;
    const run = runAfter(sheet, at + 1, draft.range.to);
    if (run.length > 0) return spent(sheet, draft, run) ? [] : run;
  }
  return [];
}

const idle = /^(?:help|need|want|know|tell|plan|like|use|imagine|suppose|assume|consider)$/;

/** The first run of words that say something; hollow ones ("list of", "kind of") lead to the next. */
function runAfter(sheet: Sheet, from: number, to: number): number[] {
  const { tokens, marks } = sheet.reading;
  let run: number[] = [];
  for (let at = from; at < to && at < from + 12; at += 1) {
    const token = tokens[at];
    if (token === undefined || marks.stops[at] === true) break;
    const hollow = languages[token.lang].hollowStems?.has(token.stem) === true;
    if (marks.breaks[at] === true || token.kind !== "word") {
      if (run.length > 0) break;
      continue;
    }
    if (!hollow) run = [...run, at];
  }
  return run;
}

/** A name or a quotation is a value, not what the tool gives. */
function spent(sheet: Sheet, draft: Draft, run: readonly number[]): boolean {
  const head = run.at(-1) ?? 0;
  return [...draft.fill.chosen.values()].some(
    (scored) => head >= scored.start && head < scored.end && scored.kind !== "phrase" && scored.kind !== "flag",
  );
}
