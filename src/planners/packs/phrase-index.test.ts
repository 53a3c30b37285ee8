import { expect, it } from "vitest";
import type { CompiledPhrase } from "./compiled-pack.ts";
import { readGoalText } from "./goal-text.ts";
import { createPhraseIndex } from "./phrase-index.ts";

const setting = { now: "2026-01-15T12:00:00Z", zone: "UTC" };
const vocabulary = new Set(["creat", "order", "show", "list"]);

// Only the words a phrase needs are looked at.
const phrase = (...words: [options: string[], optional?: boolean][]): CompiledPhrase =>
  ({
    needs: words.flatMap(([options, optional = false]) => (optional ? [] : [options])),
  }) as unknown as CompiledPhrase;

const phrases = [
  phrase([["show", "list"]]),
  phrase([["creat"]], [["order"]]),
  phrase([["order"], true]),
  phrase([["please"], true], [["order"]]),
];
const found = (text: string): number[] =>
  createPhraseIndex(phrases)
    .candidates(readGoalText(text, { setting }), vocabulary)
    .map((one) => phrases.indexOf(one));

it.each([
  ["create an order", [1, 2, 3]],
  ["list orders", [0, 2, 3]],
  ["show", [0, 2]],
  ["creaet an order", [0, 1, 2, 3]],
])("keeps what can match and its order: %s", (text, places) => expect(found(text)).toEqual(places));
