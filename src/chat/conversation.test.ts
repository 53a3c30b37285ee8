import { expect, it } from "vitest";
import { Conversation } from "./conversation.ts";

it("A conversation whose open question was kept with its id goes on", () => {
  const waiting = { for: "answer", draftId: "d", revisionId: "r" };
  const kept = { language: "en", people: { u1: { waiting: { ...waiting, questionId: "q1" } } }, cards: [] };
  expect(Conversation.parse(kept)).toEqual({ ...kept, people: { u1: { waiting } } });
});
