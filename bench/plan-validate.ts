import { execFileSync } from "node:child_process";
import { toPlan } from "../src/contracts/structured/mapping.ts";
import type { StructuredPlan, StructuredStep } from "../src/contracts/structured/plan.ts";
import { structuredToolbox } from "../src/contracts/structured/toolbox.ts";
import { validatePlanPayload } from "../src/contracts/structured/validate-plan-payload.ts";
import { validatePlan } from "../src/plan/validate/validate-plan.ts";
import { type Figure, figure } from "./figure.ts";
import { compare } from "./measure.ts";

const aims = { ratio: 5, megabytes: 100 };

/** Validation against `JSON.parse` of the same text, and how it grows. */
export function validateFigures(rounds: number): Figure[] {
  const payload = structuredSample(50);
  const plan = toPlan(payload);
  return [
    ...against("validatePlanPayload, 50 steps", payload, { rounds, validate: () => validatePlanPayload(payload).ok }),
    ...against("validatePlan with a toolbox, 50 steps", plan, {
      rounds,
      validate: () => validatePlan(plan, structuredToolbox).ok,
    }),
    ...growth(rounds),
  ];
}

type Validation = { rounds: number; validate: () => boolean };

function against(name: string, document: object, { rounds, validate }: Validation): Figure[] {
  const text = JSON.stringify(document);
  if (!validate()) throw new Error("the sample must be valid");
  const [, ours] = compare(
    [
      { name: "JSON.parse", run: () => JSON.parse(text) as unknown },
      { name, run: validate },
    ],
    rounds,
  );
  const said = { table: "Validation", name, better: "lower" } as const;
  return [
    figure({ ...said, what: "to JSON.parse of the same text", unit: "×", aim: aims.ratio }, ours?.ratios ?? []),
    figure({ ...said, what: "time", unit: "µs" }, ours?.us ?? []),
  ];
}

function growth(rounds: number): Figure[] {
  return [10, 100, 1_000, 10_000].flatMap((steps) => {
    const payload = structuredSample(steps);
    const text = JSON.stringify(payload);
    const [, ours] = compare(
      [
        { name: "parse", run: () => JSON.parse(text) as unknown },
        { name: "validate", run: () => validatePlanPayload(payload) },
      ],
      steps > 1_000 ? 15 : Math.min(51, rounds),
    );
    const us = ours?.us ?? [];
    const perStep = us.map((one) => (one * 1_000) / (steps * Math.log2(steps)));
    const table = "Validation as plans grow, every step referring to the first";
    const said = { table, name: `${steps} steps`, better: "lower" } as const;
    return [
      figure(
        { ...said, what: "time", unit: "ms" },
        us.map((one) => one / 1_000),
      ),
      figure({ ...said, what: "nanoseconds a step and log2 of the steps", unit: "" }, perStep),
      figure({ ...said, what: "to JSON.parse of the same text", unit: "×" }, ours?.ratios ?? []),
      figure({ ...said, what: "memory at most", unit: "MB", aim: aims.megabytes }, peakOf(steps)),
    ];
  });
}

/** In its own process: peak memory is only visible there. */
function peakOf(steps: number): number {
  const script = `import(${JSON.stringify(import.meta.filename)}).then((bench) => console.log(bench.peakMb(${steps})))`;
  return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
}

/** How much validation raises the peak memory of the process. */
export function peakMb(steps: number): number {
  validatePlanPayload(structuredSample(1));
  const payload = structuredSample(steps);
  const before = process.resourceUsage().maxRSS;
  validatePlanPayload(payload);
  return (process.resourceUsage().maxRSS - before) / 1_024;
}

function structuredSample(steps: number): StructuredPlan {
  return {
    task_summary: "Report the time of every stage to the whole team",
    steps: Array.from({ length: steps }, (_, at) => sampleStep(at + 1)),
    assumptions: ["The clock is right"],
    risks: ["A stage may take longer than planned"],
  };
}

/** Chained, and from the third on with a reference that only the whole chain reaches: the hardest case for ancestry. */
function sampleStep(number: number): StructuredStep {
  const far = `It began at $step_1.output.now_utc and this is stage ${number}`;
  return {
    step_id: `step_${number}`,
    title: `Stage ${number} of the report`,
    description: `Does stage ${number} of the task and notes what it found on the way.`,
    dependencies: number === 1 ? [] : [`step_${number - 1}`],
    deliverable: `The result of stage ${number}`,
    acceptance: `The result of stage ${number} is there and can be read`,
    tool: number === 1 ? { name: "get_time", args: {} } : { name: "echo_tool", args: { text: far } },
  };
}
