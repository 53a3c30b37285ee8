import * as fc from "fast-check";
import { Plan } from "../../../src/plan/plan.ts";

const ids = ["a", "b", "c", "d", "e"];

/** A plan of up to five steps, each with its own way to fail and to be settled. */
export const plans: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({
      verb: fc.constantFrom("read", "readable", "keyed", "blind"),
      needs: fc.nat(31),
      onError: fc.constantFrom("abort", "continue", "retry"),
      retries: fc.nat(2),
      escalate: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) =>
    Plan.parse({
      steps: rows.map(({ verb, needs, ...policy }, at) => ({
        id: ids[at],
        kind: "tool",
        tool: verb,
        dependsOn: ids.slice(0, at).filter((_, bit) => needs & (1 << bit)),
        ...policy,
      })),
    }),
  );

/** How a call ends: `lost_before` and `lost_after` lose the answer, before or after the write. */
export type Answer = "ok" | "fail" | "lost_before" | "lost_after";

export type ScriptEvent =
  | { kind: "answer"; at: number; how: Answer }
  | { kind: "pass"; ms: number }
  | { kind: "decide"; choice: "retry" | "skip" | "abort" }
  | { kind: "cancel" }
  | { kind: "crash"; arrives: boolean };

/** What happens from outside, in any order. */
export const scripts: fc.Arbitrary<ScriptEvent[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("answer" as const),
        at: fc.nat(4),
        how: fc.constantFrom<Answer>("ok", "ok", "fail", "lost_before", "lost_after"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(100, 1000, 60_000) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("decide" as const), choice: fc.constantFrom("retry", "skip", "abort") }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "cancel" as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), arrives: fc.boolean() }) },
  ),
  { maxLength: 14 },
);
