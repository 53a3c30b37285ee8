import { type Op, verbAt } from "../words/english-verbs.ts";
import { codeOf, type Mark } from "../words/mark.ts";

/**
 * What a request is made of, in text order; places are marks.
 *
 * - `if`: a condition, turned round by `not`
 * - `so`, `else`: what follows hangs on the last condition, or on its contrary
 * - `do`: something to be done; `at` is where its verb ends
 * - `tell`: anything else; `asks` where it ends in a question mark
 */
export type Clause = { from: number; to: number; sentence: number } & (
  | { is: "if"; not: boolean }
  | { is: "so" | "else" }
  | { is: "do"; op: Op; verb: string; at: number }
  | { is: "tell"; asks: boolean }
);

const polite =
  /^ (?:please|kindly|also|just|then|hey|hi|ok|okay|so|and|but|(?:can|could|would|will) (?:you|we|i)|i(?:'d| would) like (?:you )?to|i (?:also )?(?:need|want)(?: you)? to|i(?:'ll| will) need(?: you)? to|we (?:also )?(?:need|want) to|(?:we|i|you)(?:'d| had)? (?:should|better|must|have to)|let ?'s|go ahead and|help me(?: to)?|be sure to|make sure(?: you| to| that you)?|do|in the <P> |after that|afterwards|finally|next ,|i'm going to need you to|is it possible to|i was wondering if you could|if possible|you need to|it 's time to) /;
const soWords =
  /^ (?:(?:if so|if yes|in that case|if that (?:is|'s) (?:the case|true|right|correct)|if that 's the case)(?= )|(?:if (?:it|that|this|they|he|she|i|we|A#\d+) (?:is|was|did|has|does|do|have|am|are|were)|if there (?:are|is|were|was)(?: any| some| one)?)(?= (?:,|then|please|can you|could you)))/;
const elseWords =
  /^ (?:(?:otherwise|or else|else|if not|if that (?:is|'s) not (?:the case|true)|if there (?:are|is) none)(?= )|(?:if (?:it|that|they|he|she|i|we|A#\d+) (?:isn't|wasn't|hasn't|didn't|doesn't|don't|haven't|aren't|weren't)|if there (?:aren't|isn't|weren't|wasn't)(?: any)?)(?= (?:,|then|please|can you|could you)))/;
const ifWords =
  /^ (?:(?:check|see|find out|verify|confirm|look|know|tell me) )?(if|whether|unless|in case|provided that|provided|as long as|only if|assuming) /;

/** Parts a request where something new is asked, told or made to hang on something. */
export function clausesOf(marks: readonly Mark[]): Clause[] {
  const clauses: Clause[] = [];
  let sentence = 0;
  let at = 0;
  while (at < marks.length) {
    if (isJoint(marks, at)) {
      if (isStop(marks, at)) sentence += 1;
      at += 1;
      continue;
    }
    const clause = sameAgain(marks, at, clauses.at(-1)) ?? clauseAt(marks, at, sentence);
    clauses.push(clause);
    at = Math.max(clause.to, at + 1);
  }
  return clauses;
}

/** "Reassign all … to Ann and all … to Bob": the verb counts twice. */
function sameAgain(marks: readonly Mark[], from: number, before: Clause | undefined): Clause | undefined {
  const another = before?.is === "do" && /create|plot/.test(before.op) && drawing.test(codeOf(marks, from, from + 3));
  if (another && /^(?:and|,)$/.test(marks[from - 1]?.lower ?? ""))
    return { ...before, from, at: from, to: actionEnd(marks, from) };
  if (before?.is !== "do" || !/assign|set/.test(before.op) || !/^(?:and|,)$/.test(marks[from - 1]?.lower ?? ""))
    return undefined;
  if (!again.test(codeOf(marks, from, from + 3))) return undefined;
  return { ...before, from, at: from, to: actionEnd(marks, from) };
}

/** Another chart: "… and a bar chart of …". */
const drawing = /^ (?:an?|another) [A-Z]*L[A-Z]*#\d+ /;
const again = /^ (?:all|every|any|A#\d+ 's|the rest) /;

const wanting =
  /^( (?:i|we) (?:need|want|would like|will need)| (?:i'd|we'd) like| (?:can|could|may) (?:i|we) (?:get|have)| get me) (?:an?|the|some|[A-Z]+#)/;

function clauseAt(marks: readonly Mark[], from: number, sentence: number): Clause {
  const start = afterPolite(marks, from);
  const code = codeOf(marks, start, start + 12);
  const [so, other] = [soWords.exec(code), elseWords.exec(code)];
  if (other !== null) return { is: "else", from, to: start + unitsIn(other[0]), sentence };
  if (so !== null) return { is: "so", from, to: start + unitsIn(so[0]), sentence };
  const condition = ifWords.exec(code);
  if (condition !== null) {
    const begin = start + unitsIn(condition[0]);
    return { is: "if", from: begin, to: conditionEnd(marks, begin), not: condition[1] === "unless", sentence };
  }
  const verb = verbAt(marks, start);
  const chart = drawn(marks, from);
  if (verb?.base === true && (chart || !/^(?:show|need|want)$/.test(verb.word) || start > from)) {
    const to = actionEnd(marks, verb.end);
    // "Give me a bar chart", "I want to see …": what is asked for is the chart.
    const op = chart && /assign|check|find|plot/.test(verb.op) ? "plot" : verb.op;
    if (op === "check") return { is: "tell", asks: false, from: start, to, sentence };
    return { is: "do", op, verb: verb.word, at: verb.end, from: start, to, sentence };
  }
  const wants = wanting.exec(codeOf(marks, from, from + 7));
  if (wants !== null) {
    const at = from + unitsIn(wants[1] ?? "");
    return { is: "do", op: "create", verb: "make", at, from, to: actionEnd(marks, at), sentence };
  }
  const to = tellEnd(marks, from);
  return { is: "tell", asks: marks[to]?.text === "?", from, to, sentence };
}

/** Whether a chart is spoken of in this sentence. */
function drawn(marks: readonly Mark[], from: number): boolean {
  return / [A-Z]*L[A-Z]*#\d+ /.test(codeOf(marks, from, tellEnd(marks, from)));
}

function unitsIn(code: string): number {
  return code.trim().split(" ").length;
}

function isStop(marks: readonly Mark[], at: number): boolean {
  return marks[at]?.is === "sign" && /^(?:[.?!…]+|\n)$/.test(marks[at]?.text ?? "");
}

function isJoint(marks: readonly Mark[], at: number): boolean {
  return marks[at]?.is === "sign" ? marks[at]?.text !== "'s" : /^(?:and|then)$/.test(marks[at]?.lower ?? "");
}

function afterPolite(marks: readonly Mark[], from: number): number {
  let at = from;
  for (;;) {
    const found = polite.exec(codeOf(marks, at, at + 10));
    const next = found === null ? at : at + unitsIn(found[0]);
    if (next > at && next < marks.length) at = next;
    else if (marks[at]?.text === "," && at > from) at += 1;
    else return at;
  }
}

/** Whether something is asked for, or made to hang on something, from here on. */
function opens(marks: readonly Mark[], at: number): boolean {
  const start = afterPolite(marks, at);
  const code = codeOf(marks, start, start + 12);
  if (soWords.test(code) || elseWords.test(code) || ifWords.test(code)) return true;
  return opensAction(marks, start);
}

const objects =
  /^(?:an?|the|all|any|my|our|each|every|both|it|them|him|her|me|us|this|that|those|these|to|new|off|back|[A-Z]+#\d+)$/;

function opensAction(marks: readonly Mark[], at: number): boolean {
  const verb = verbAt(marks, at);
  if (verb?.base !== true) return false;
  // A Russian imperative is one by its form; an English one is told by what it takes.
  if (/\p{Script=Cyrillic}/u.test(marks[at]?.text ?? "")) return true;
  return objects.test(codeOf(marks, verb.end, verb.end + 1).trim());
}

function conditionEnd(marks: readonly Mark[], from: number): number {
  for (let at = from + 1; at < marks.length; at += 1) {
    if (isStop(marks, at)) return at;
    const word = marks[at]?.lower ?? "";
    if ((word === "," || word === "then") && opens(marks, at + 1)) return at;
    if (word === "and" && /^(?:if|otherwise)$/.test(marks[at + 1]?.lower ?? "") && opens(marks, at + 1)) return at;
    if (/^(?:please|otherwise)$/.test(word) || /^ (?:can|could|would) you /.test(codeOf(marks, at, at + 3))) return at;
    const previous = codeOf(marks, at - 1, at).trim();
    if (!/^(?:to|an?|the|of|my|any|i|not|no|some|in|on|and|or|'s|for|with)$/.test(previous) && opensAction(marks, at))
      return at;
    if (word === "and" && opensAction(marks, at + 1) && at > from + 2) return at;
  }
  return marks.length;
}

function actionEnd(marks: readonly Mark[], from: number): number {
  for (let at = from; at < marks.length; at += 1) {
    if (isStop(marks, at)) return at;
    const word = marks[at]?.lower ?? "";
    if (/^(?:and|then|,|;|but)$/.test(word) && opens(marks, at + 1)) return at;
    if (
      word === "and" &&
      at > from &&
      drawing.test(codeOf(marks, at + 1, at + 4)) &&
      / [A-Z]*L[A-Z]*#/.test(codeOf(marks, from, at))
    )
      return at;
    if (
      /^(?:and|,)$/.test(word) &&
      again.test(codeOf(marks, at + 1, at + 4)) &&
      / to (?:the )?[A-Z]*[AO][A-Z]*#\d+ /.test(codeOf(marks, from, at)) &&
      / to (?:the )?[A-Z]*[AO][A-Z]*#\d+ /.test(codeOf(marks, at + 1))
    )
      return at;
    if (at > from && /^(?:if|unless|otherwise|provided|else)$/.test(word)) return at;
  }
  return marks.length;
}

function tellEnd(marks: readonly Mark[], from: number): number {
  for (let at = from + 1; at < marks.length; at += 1) {
    if (isStop(marks, at)) return at;
    const word = marks[at]?.lower ?? "";
    if (/^(?:and|,|;|so|but|-|–)$/.test(word) && opens(marks, at + 1)) return at;
    if (/^ (?:can|could|would) you /.test(codeOf(marks, at, at + 3))) return at;
  }
  return marks.length;
}
