import { codeOf, type Mark, pattern } from "./mark.ts";
import { verbAt } from "./english-verbs.ts";

const announced = /^(?:called|named|titled|entitled|about|regarding|concerning)$/;

/** Where a title without quotes may end: before a sign, a new request, or a preposition with something known behind it. */
const ends = [
  /^ [.?!,;] /,
  pattern("^ (?:on|at|for|from|by|to|with|in|due|during|starting) (?:the |a |my )?<WTAS>"),
  pattern("^ (?:on|to|in|into|onto|for|from) (?:the|our|my) (?:<O> )*<FPO> "),
  pattern("^ (?:on|to|in|into|onto) (?:<O> )+<F> "),
  /^ (?:to|with) (?:me|us|them|him|her|the) /,
  pattern("^ (?:from |since |before |after )?(?:the )?<W>"),
  /^ (?:and|then) (?:then )?(?:assign|title|also|please|if) /,
  /^ (?:if|because|so that|otherwise|saying|that says|which) /,
];

/** Titles that were said without quotes become quotations: "called Weekly sync on Friday" names "Weekly sync". */
export function quoteTitles(source: string, marks: readonly Mark[]): Mark[] {
  const out: Mark[] = [];
  for (let i = 0; i < marks.length; i += 1) {
    const mark = marks[i];
    if (mark === undefined) continue;
    out.push(mark);
    const next = marks[i + 1];
    if (mark.is !== "word" || !announced.test(mark.lower) || next === undefined || next.is === "quote") continue;
    if (next.is === "person" || next.is === "sign") continue;
    let end = i + 2;
    while (end < marks.length && !isEnd(marks, end)) end += 1;
    const [from, to] = [next.from, marks[end - 1]?.to ?? next.to];
    const text = source.slice(from, to);
    out.push({ is: "quote", from, to, text, lower: text.toLowerCase() });
    i = end - 1;
  }
  return out;
}

function isEnd(marks: readonly Mark[], at: number): boolean {
  const code = codeOf(marks, at, at + 6);
  if (ends.some((end) => end.test(code))) return true;
  const joins = /^(?:and|then)$/.test(marks[at]?.lower ?? "");
  const verb = joins ? verbAt(marks, at + 1) : undefined;
  return verb?.base === true && /^(?:an?|the|it|them|all|my|me|to)$/.test(marks[verb.end]?.lower ?? "");
}
