import { describe, expect, it } from "vitest";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createBook, type TaughtBook } from "./book.ts";
import { indexOf } from "./book-index.ts";
import { derive } from "./derive.ts";
import { Lesson } from "./lesson.ts";
import { changeBook, createLessonBook, emptyLessonBook, type Entry } from "./lesson-book.ts";

const toolbox = [
  ...createToolbox([
    {
      name: "lamp_set",
      description: "Set a lamp",
      effect: "additive",
      inputSchema: { type: "object", properties: { lamp: { type: "string" }, level: { type: "number" } } },
    },
  ]).values(),
];

/** Lessons that widen each other: words for one place, alternatives, and values. */
const entries = [
  ["raise the lamp Mira to 5", { lamp: "Mira", level: 5 }],
  ["lift the lamp Mira to 5", { lamp: "Mira", level: 5 }],
  ["raise the lamp Mira fully", { lamp: "Mira", level: 100 }],
  ["raise the lamp Mira hardly", { lamp: "Mira", level: 1 }],
  ["dim the lamp Vega to 3", { lamp: "Vega", level: 3 }],
].map(([request, args], at): Entry => {
  const lesson = Lesson.parse({
    id: `lesson${at}`,
    request,
    steps: [{ id: "s1", tool: "lamp_set", args }],
    fixed: ["*"],
    now: "2026-03-04T10:00:00Z",
    zone: "UTC",
    taughtBy: "ann",
    taughtAt: "2026-03-04T10:00:00Z",
    source: "written",
  });
  return { lesson, derived: derive(lesson, toolbox) };
});

/** What decides about requests: the phrases of each stem in their order, their sums, and the vocabulary. */
function content(book: TaughtBook): unknown {
  const { size, byStem, vocabulary, sumsOf } = indexOf(book);
  const lists = [...byStem].map(
    ([stem, list]) => [stem, list.map((one) => [one.key, one.stems.toSorted(), sumsOf(one)])] as const,
  );
  return { size, lists: lists.toSorted(([a], [b]) => (a < b ? -1 : 1)), vocabulary: [...vocabulary].toSorted() };
}

describe("the index of a book that was changed", () => {
  it("is the index of the same rules made at once, in any order of the lessons", () => {
    let state = emptyLessonBook;
    for (const [at, entry] of entries.entries()) {
      state = changeBook(state, { add: [entry] });
      expect(content(state.book)).toEqual(content(createLessonBook(entries.slice(0, at + 1).toReversed()).book));
    }
    for (const [at, { lesson }] of entries.entries()) {
      state = changeBook(state, { remove: [lesson.id] });
      expect(content(state.book)).toEqual(content(createLessonBook(entries.slice(at + 1)).book));
    }
  });

  it("is made from the last index where changes in between were not asked for, and keeps no chain of books", () => {
    let state = changeBook(emptyLessonBook, { add: entries.slice(0, 1) });
    const first = state.book;
    indexOf(first);
    for (const entry of entries.slice(1)) state = changeBook(state, { add: [entry] });
    expect(state.book.before).toBe(first);
    expect(content(state.book)).toEqual(content(createBook(state.book.rules)));
    expect(state.book.before).toBeUndefined();
  });
});
