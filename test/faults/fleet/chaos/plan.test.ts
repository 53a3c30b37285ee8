import { expect, it } from "vitest";
import { createChance } from "../../../support/seeded-random.ts";
import { longForm, shortForm } from "../forms.ts";
import { planChaos } from "./plan.ts";

const planOf = (seed: number, form: Pick<typeof longForm | typeof shortForm, "everyMs" | "kinds">, lastsMs: number) =>
  planChaos({ ...form, lastsMs, leaseMs: 4_000, members: ["a", "b", "c"], chance: createChance(seed) });

it("is the same for the same seed, and another for another", () => {
  expect(planOf(7, longForm, 60_000)).toEqual(planOf(7, longForm, 60_000));
  expect(planOf(7, longForm, 60_000)).not.toEqual(planOf(8, longForm, 60_000));
});

it.each([1, 2, 3, 4, 5])("has every kind of fault before repeating one (seed %i)", (seed) => {
  const kinds = planOf(seed, longForm, 900_000).map(({ fault }) => fault.kind);
  expect(kinds.slice(0, longForm.kinds.length).toSorted()).toEqual(longForm.kinds.toSorted());
});

it("ends in time, and pauses past the lease if asked to", () => {
  const plan = planOf(3, longForm, 900_000);
  expect(plan.length).toBeGreaterThan(150);
  expect(plan.every(({ atMs }) => atMs < 900_000)).toBe(true);
  const pauses = plan.flatMap(({ fault }) => (fault.kind === "pause_past_lease" ? [fault.forMs] : []));
  expect(Math.min(...pauses)).toBeGreaterThan(4_000);
});
