import { describe, expect, it } from "vitest";
import { unwrapOrThrow, refused } from "./check-result.ts";

describe("unwrapOrThrow", () => {
  it("gives the value", () => {
    expect(unwrapOrThrow({ ok: true, value: 7 })).toBe(7);
  });

  it("names every issue, so that a program which stops says all that is wrong", () => {
    const checked = refused(
      { code: "MISSING_FIELD", pointer: "/steps", message: "is needed" },
      { code: "NOT_FOUND", pointer: "", message: "there is no file" },
    );
    expect(() => unwrapOrThrow(checked)).toThrow("MISSING_FIELD /steps is needed\nNOT_FOUND there is no file");
  });
});
