import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plan } from "../../../test/support/arbitraries/plan.ts";
import { planMutations } from "../../../test/support/plan-mutations.ts";
import { sampleToolbox } from "../../../test/support/sample-toolbox.ts";
import { parseWith } from "../parse.ts";
import { Plan } from "../plan.ts";
import { createShape } from "./shape.ts";
import { validatePlan } from "./validate-plan.ts";

const runs = { numRuns: 150, seed: 20_251_115 };

describe("validatePlan", () => {
  it("accepts every generated valid plan and hands it back unchanged", () => {
    fc.assert(
      fc.property(plan(), (valid) => {
        const before = structuredClone(valid);
        const checked = validatePlan(valid, sampleToolbox);
        expect(checked).toEqual({ ok: true, value: valid });
        expect(valid).toEqual(before);
      }),
      runs,
    );
  });

  it("finds every single mutation, with its code, at its place", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(plan(), (valid) => {
        for (const { name, document, code, pointer } of planMutations(valid)) {
          const checked = validatePlan(document, sampleToolbox);
          expect(checked.ok ? [] : checked.issues, name).toContainEqual(expect.objectContaining({ code, pointer }));
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
      }),
      { ...runs, numRuns: 60 },
    );
    expect([...seen.keys()].toSorted()).toMatchInlineSnapshot(`
      [
        "cycle",
        "duplicate dependency",
        "duplicate step",
        "extra argument",
        "extra field",
        "malformed condition",
        "malformed iteration",
        "missing argument",
        "no such field",
        "own result",
        "result key taken",
        "self dependency",
        "understated",
        "unknown dependency",
        "unknown fallback",
        "unknown reference",
        "unknown tool",
        "wrong argument",
        "wrong reference type",
        "wrong type",
      ]
    `);
  });

  it("reads a plan without its defaults as zod does", () => {
    const bare = { steps: [{ id: "a", kind: "tool", tool: "mystery" }] };
    expect(validatePlan(bare, sampleToolbox)).toEqual({ ok: true, value: Plan.parse(bare) });
  });
});

describe("the fast and the slow validation path", () => {
  const quick = createShape(Plan);

  it("agree on every plan and every mutation", () => {
    fc.assert(
      fc.property(plan(), (valid) => {
        expect(quick(valid)).toEqual(parseWith(Plan, valid));
        for (const { document } of planMutations(valid)) expect(quick(document)).toEqual(parseWith(Plan, document));
      }),
      { ...runs, numRuns: 25 },
    );
  });

  it("agree on anything at all", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          expect(quick(value).ok).toBe(parseWith(Plan, value).ok);
          expect(validatePlan(value).ok).toBe(false);
        },
      ),
      runs,
    );
  });
});
