import type { Mark } from "./mark.ts";

const owners = /^(?:their|his|her)$/;
const others = /^(?:them|him|her|us|they|he|she)$/;
const before = /^(?:with|to|for|from|by|send|give|email|mail|message|tell|ask|and|if|has|have|whether|remind|that)$/;

type Named = Extract<Mark, { is: "person" }>;

/** Who a sentence is about: "Raj is leaving. …" is about Raj, whoever else is named later. */
function isSubject(marks: readonly Mark[], at: number): boolean {
  const opens = at === 0 || /^[.!?]$/.test(marks[at - 1]?.text ?? "");
  return opens && /^(?:is|was|has|will|needs|wants|isn't|hasn't|won't|'s|just|left)$/.test(marks[at + 1]?.lower ?? "");
}

/** "Them" and "their" become the person who was named last, where they stand as a person does. */
export function namePronouns(marks: readonly Mark[]): Mark[] {
  let last: Named | undefined;
  let topic: Named | undefined;
  return marks.flatMap((mark, at): Mark[] => {
    if (mark.is === "person") last = mark;
    if (mark.is === "person" && isSubject(marks, at)) topic = mark;
    if (mark.is !== "word" || last === undefined) return [mark];
    const { from, to, text } = mark;
    const person: Mark = { ...(topic ?? last), from, to, text };
    const next = marks[at + 1];
    if (
      owners.test(mark.lower) &&
      next !== undefined &&
      (next.is === "senses" || /^(?:next|last|first|own)$/.test(next.lower))
    )
      return [person, { is: "sign", from: to, to, text: "'s", lower: "'s" }];
    // "Give them to Ann" speaks of things, "give them a call" of a person.
    if (/^(?:give|send)$/.test(marks[at - 1]?.lower ?? "") && next?.lower === "to") return [mark];
    return others.test(mark.lower) && before.test(marks[at - 1]?.lower ?? "") ? [person] : [mark];
  });
}
