import { expect, it } from "vitest";
import { readGoalText } from "./goal-text.ts";
import { unknownWords } from "./place-words.ts";

it("what one pack does not know is not unknown to another that hears the same text", () => {
  const goalText = readGoalText("zorble the frimp", { setting: { now: "2026-03-11T09:00:00Z", zone: "UTC" } });
  const [one, other] = [new Set(["frimp"]), new Set(["zorbl", "zorble"])];
  expect(unknownWords({ goalText, vocabulary: one })).toEqual([0]);
  expect(unknownWords({ goalText, vocabulary: other })).toEqual([2]);
  expect(unknownWords({ goalText, vocabulary: one })).toEqual([0]);
});
