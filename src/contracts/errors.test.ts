import { describe, expect, it } from "vitest";
import { issueCodes } from "../plan/issue-codes.ts";
import { parseWith } from "../plan/parse.ts";
import { PlannerErrorCode } from "./determinism/planner.ts";
import { type ErrorCode, errorTable, PlanwrightError } from "./errors.ts";
import { stopTable } from "./react/stop-table.ts";
import { Problem, problemExample, problemOf, toProblem } from "./problem.ts";

const codes = Object.keys(errorTable) as ErrorCode[]; // the table's own keys

describe("the error table", () => {
  it("has every code of a planner and every code a person sees", () => {
    expect(codes).toEqual(expect.arrayContaining(PlannerErrorCode.options));
    expect(codes).toEqual(
      expect.arrayContaining([
        "FORBIDDEN",
        "CONFIG_MISSING",
        "INVALID_INPUT",
        "DEPENDENCY_DOWN",
        "RATE_LIMITED",
        "INTERNAL",
      ]),
    );
    expect(Object.keys(stopTable)).toContain("loop_detected");
  });

  it.each(codes)("%s has an HTTP status, and sentences for a person", (code) => {
    const { status, title, next } = errorTable[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    for (const sentence of [title, next]) expect(sentence).toMatch(/^[A-Z].*\.$/s);
  });

  it("shares no code with the issues, so that a code names one thing", () => {
    expect(codes.filter((code) => code in issueCodes)).toEqual([]);
  });
});

describe("problem details", () => {
  it.each(codes)("%s is a valid problem", (code) => {
    expect(parseWith(Problem, problemOf(code))).toMatchObject({
      ok: true,
      value: { code, status: errorTable[code].status },
    });
  });

  it("carry the issues, and leave out what is not there", () => {
    const issues = [{ code: "MISSING_FIELD", pointer: "/goal", message: '"goal" is required' }];
    expect(toProblem(new PlanwrightError("INVALID_INPUT", { issues }), "req-1")).toEqual({
      type: "urn:planwright:error:INVALID_INPUT",
      title: "The request does not match the contract.",
      status: 422,
      detail: "The request does not match the contract.",
      instance: "req-1",
      code: "INVALID_INPUT",
      retryable: false,
      next_step: "Correct the fields listed under errors and send the request again.",
      errors: [{ pointer: "/goal", code: "MISSING_FIELD", detail: '"goal" is required' }],
    });
  });

  it("do not show what caused the error", () => {
    const error = new PlanwrightError("DEPENDENCY_DOWN", { cause: new Error("password=1") });
    expect(error.cause).toBeInstanceOf(Error);
    expect(JSON.stringify(toProblem(error))).not.toContain("password");
  });

  it("look like the published example", () => {
    expect(problemOf("INVALID_INPUT")).toMatchObject({
      title: problemExample.title,
      next_step: problemExample.next_step,
    });
  });
});
