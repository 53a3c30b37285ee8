import { describe, expect, it } from "vitest";
import { createThinkSplitter } from "./think-tags.ts";

describe("thought in tags", () => {
  it.each([
    ["<think>a</think>b", "a", "b"],
    ["\n <thinking>a\nb</thinking>\n\nc", "a\nb", "c"],
    ["plain text with <think>a tag</think> in it", "", "plain text with <think>a tag</think> in it"],
    ["<think>never closed", "never closed", ""],
    ["<th", "", "<th"],
    ["<thesis> is a word", "", "<thesis> is a word"],
    ["", "", ""],
  ])("%j", (whole, thought, text) => {
    for (const size of [1, 2, 5, 100]) {
      const splitter = createThinkSplitter();
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const deltas = [...pieces.flatMap((piece) => splitter.feed(piece)), ...splitter.end()];
      const said = (kind: string): string =>
        deltas
          .filter((delta) => delta.kind === kind)
          .map((delta) => delta.text)
          .join("");
      expect([said("thought"), said("text")]).toEqual([thought, text]);
    }
  });
});
