import { type Stage, statement } from "./stage.ts";
import type { StructuredWords } from "./structured-words.ts";

/** Returns exactly `count` stages: adds stages around the work, or merges the last ones into one statement. */
export function fitCount(stages: readonly Stage[], count: number, words: StructuredWords): Stage[] {
  return stages.length > count ? fold(stages, count) : pad(stages, count, words);
}

/** A check comes first, then preparation, then gathering and recording; further rounds review. */
function pad(stages: readonly Stage[], count: number, words: StructuredWords): Stage[] {
  const asked = stages.map((stage) => stage.asked).join("; ");
  const extra = count - stages.length;
  const before = [...(extra > 2 ? [words.gather(asked)] : []), ...(extra > 1 ? [words.prepare(asked)] : [])];
  const after = [...(extra > 0 ? [words.check(asked)] : []), ...(extra > 3 ? [words.record(asked)] : [])];
  for (let round = 1; before.length + after.length < extra; round += 1) after.push(words.review(asked, round));
  return [
    ...before.map((text) => statement(text)),
    ...stages,
    ...after.map((text) => ({ ...statement(text), follows: true })),
  ];
}

function fold(stages: readonly Stage[], count: number): Stage[] {
  const kept = stages.slice(0, count - 1);
  const folded = stages.slice(count - 1);
  const lost = folded.map((stage) => stage.downgradedFrom ?? (stage.tool === "echo_tool" ? undefined : stage.tool));
  const downgradedFrom = [...new Set(lost.filter((tool) => tool !== undefined))].join(", ");
  const asked = folded.map((stage) => stage.asked).join("; ");
  return [...kept, { ...statement(asked), ...(downgradedFrom !== "" && { downgradedFrom }) }];
}
