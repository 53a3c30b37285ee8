import { expect, it } from "vitest";
import { numberAt } from "../english/numbers.ts";
import { stem } from "../english/stem.ts";
import { tokenize } from "./tokenize.ts";
import { wordTable } from "./word-table.ts";

it.each(["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"])(
  "%s is a word like any other",
  (word) => {
    expect(wordTable({ a: 1 })[word]).toBeUndefined();
    expect(typeof stem(word)).toBe("string");
    expect(numberAt(tokenize(word), 0)).toBeUndefined();
  },
);
