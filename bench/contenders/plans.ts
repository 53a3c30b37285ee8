import { Plan } from "../../src/plan/plan.ts";

const step = (id: string, dependsOn: string[], n: unknown) => ({
  id,
  kind: "tool",
  tool: "step",
  args: { n },
  dependsOn,
});

/** Steps in sequence, each using the result of the previous one. */
export function chainPlan(length: number): Plan {
  const steps = Array.from({ length }, (_, at) =>
    step(`s${at}`, at === 0 ? [] : [`s${at - 1}`], at === 0 ? 0 : `{{s${at - 1}.n}}`),
  );
  return Plan.parse({ steps });
}

/** One step, then all but one in parallel, then one that depends on them. */
export function fanPlan(width: number): Plan {
  const middle = Array.from({ length: width - 2 }, (_, at) => step(`s${at}`, ["first"], "{{first.n}}"));
  return Plan.parse({
    steps: [
      step("first", [], 0),
      ...middle,
      step(
        "last",
        middle.map(({ id }) => id),
        1,
      ),
    ],
  });
}

/** Independent steps. */
export function widePlan(width: number): Plan {
  return Plan.parse({ steps: Array.from({ length: width }, (_, at) => step(`s${at}`, [], at)) });
}
