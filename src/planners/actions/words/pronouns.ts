import type { Mark } from "./mark.ts";

const owners = /^(?:their|his|her)$/;
const others = /^(?:them|him|her|us|they|he|she)$/;
const before = /^(?:with|to|for|from|by|send|give|email|mail|message|tell|ask|and|if|has|have|whether|remind|that)$/;

/** "Them" and "their" become the person who was named last, where they stand as a person does. */
export function namePronouns(marks: readonly Mark[]): Mark[] {
  let last: Extract<Mark, { is: "person" }> | undefined;
  return marks.flatMap((mark, at): Mark[] => {
    if (mark.is === "person") last = mark;
    if (mark.is !== "word" || last === undefined) return [mark];
    const { from, to, text } = mark;
    const person: Mark = { ...last, from, to, text };
    const next = marks[at + 1];
    if (
      owners.test(mark.lower) &&
      next !== undefined &&
      (next.is === "senses" || /^(?:next|last|first|own)$/.test(next.lower))
    )
      return [person, { is: "sign", from: to, to, text: "'s", lower: "'s" }];
    return others.test(mark.lower) && before.test(marks[at - 1]?.lower ?? "") ? [person] : [mark];
  });
}
