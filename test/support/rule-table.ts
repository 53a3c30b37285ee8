import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/plan/json.ts";
import type { Toolbox } from "../../src/plan/tool-spec.ts";
import type { ValidationOptions } from "../../src/plan/validate/context.ts";
import { validatePlan } from "../../src/plan/validate/validate-plan.ts";
import { sampleToolbox } from "./sample-toolbox.ts";

/** A plan and its expected issues, as `CODE /pointer`. */
export type RuleRow = readonly [name: string, plan: object, found: readonly string[], options?: RuleOptions];
type RuleOptions = Omit<ValidationOptions, "toolbox"> & { toolbox?: Toolbox };

/** One test per row: exactly these issues, with the messages of the snapshot. */
export function ruleTable(title: string, rows: readonly RuleRow[]): void {
  describe(title, () => {
    for (const [name, plan, found, { toolbox = sampleToolbox, ...options } = {}] of rows) {
      it(name, () => {
        const checked = validatePlan(plan, toolbox, options);
        const issues = checked.ok ? [] : checked.issues;
        expect(issues.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual([...found].toSorted());
        if (issues.length > 0) expect(issues.map(({ message, hint = "" }) => `${message} | ${hint}`)).toMatchSnapshot();
      });
    }
  });
}

/** A step that calls `mystery` by default. */
export function toolStep(id: string, more: object = {}): JsonObject {
  return { id, kind: "tool", tool: "mystery", ...more };
}

export function searchStep(id: string, more: object = {}): JsonObject {
  return toolStep(id, { tool: "find_items", args: { query: "bolts" }, ...more });
}

export function planOf(...steps: readonly JsonObject[]): JsonObject {
  return { steps: [...steps] };
}
