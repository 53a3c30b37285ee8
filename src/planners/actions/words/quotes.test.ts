import { describe, expect, it } from "vitest";
import { partQuotes } from "./quotes.ts";

const quoted = (source: string): string[] => partQuotes(source).flatMap(({ text, quoted: is }) => (is ? [text] : []));

describe("quotations", () => {
  it.each([
    ["say 'hello' to ann", ["hello"]],
    ['say "hello" and “bye”', ["hello", "bye"]],
    ["сделка «Ромашка»", ["Ромашка"]],
    ["ann's task isn't 'done'", ["done"]],
    ["saying 'I've read 'Plan B' today' and title it 'Re: B'", ["I've read 'Plan B' today", "Re: B"]],
    ["saying 'nice work!''", ["nice work!"]],
    ["the users' feedback", []],
    ["an open 'quote", []],
    ["say 'one\\ntwo'", ["one\ntwo"]],
    ["", []],
  ])("%s", (source, expected) => {
    expect(quoted(source)).toEqual(expected);
  });
});
