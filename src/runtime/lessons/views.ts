import { compact } from "../../plan/compact.ts";
import type { LessonRow, LessonView } from "../../contracts/api/lessons.ts";
import { operationWords, sentenceFor } from "../../planners/lessons/explain.ts";
import { type Entry, type LessonBook, ruleOf } from "../../planners/lessons/lesson-book.ts";
import { toPackText } from "../../planners/lessons/taught-pack.ts";
import type { LessonStatus } from "./lesson-records.ts";

export function toRow({ lesson }: Entry, status: LessonStatus): LessonRow {
  const { id, request, steps, source, taughtBy, taughtAt } = lesson;
  const calls = steps.map(({ id: step, tool, args, when, forEach }) =>
    compact({ id: step, tool, args, when, forEach }),
  );
  return { id, request, calls, source, status, taught_by: taughtBy, taught_at: taughtAt };
}

export function toView(entry: Entry, status: LessonStatus, book: LessonBook): LessonView {
  const found = ruleOf(book, entry.lesson.id);
  const derived = found?.widened.derived ?? entry.derived;
  return {
    ...toRow(entry, status),
    alignments: derived.alignments.map((one) =>
      compact({
        call: one.path.split(/[.:]/)[0] ?? "",
        param: one.param,
        value: one.value,
        how: one.how,
        words: one.words,
        sentence: sentenceFor(one),
      }),
    ),
    words: operationWords(derived),
    rule: found === undefined ? "" : toPackText([found.rule]),
  };
}
