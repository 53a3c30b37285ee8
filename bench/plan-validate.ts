import { execFileSync } from "node:child_process";
import { toPlan } from "../src/contracts/structured/mapping.ts";
import type { StructuredPlan, StructuredStep } from "../src/contracts/structured/plan.ts";
import { structuredToolbox } from "../src/contracts/structured/toolbox.ts";
import { validatePlanPayload } from "../src/contracts/structured/validate-plan-payload.ts";
import { validatePlan } from "../src/plan/validate/validate-plan.ts";
import { compare, comparisonRows, print, round, type Section } from "./measure.ts";

const limitRatio = 5;
const limitMb = 100;

export function run(args: readonly string[]): void {
  const at = args.indexOf("--peak");
  if (at === -1) print(validateSections(), args);
  else console.log(peakMb(Number(args[at + 1])));
}

/** Validation against `JSON.parse` of the same text, and how it grows. */
export function validateSections(): Section[] {
  const payload = structuredSample(50);
  const plan = toPlan(payload);
  return [
    against("validatePlanPayload", payload, () => validatePlanPayload(payload).ok),
    against("validatePlan", plan, () => validatePlan(plan, structuredToolbox).ok),
    growth(),
  ];
}

function against(name: string, document: object, validate: () => boolean): Section {
  const text = JSON.stringify(document);
  if (!validate()) throw new Error("the sample must be valid");
  const measured = compare([
    { name: "JSON.parse", run: () => JSON.parse(text) as unknown },
    { name, run: validate },
  ]);
  const ratio = measured[1]?.ratio ?? Number.NaN;
  const verdict = `limit ${limitRatio}: ${ratio <= limitRatio ? "kept" : "NOT kept"}`;
  return { title: `${name}, 50 steps (${text.length} characters)`, rows: comparisonRows(measured), verdict };
}

function growth(): Section {
  const rows = [10, 100, 1_000, 10_000].map((steps) => {
    const payload = structuredSample(steps);
    const text = JSON.stringify(payload);
    const [parse, validate] = compare(
      [
        { name: "parse", run: () => JSON.parse(text) as unknown },
        { name: "validate", run: () => validatePlanPayload(payload) },
      ],
      steps > 1_000 ? 15 : 51,
    );
    const us = validate?.us ?? Number.NaN;
    return {
      steps,
      "ms a call": round(us / 1_000),
      "ns a step and log2": Math.round((us * 1_000) / (steps * Math.log2(steps))),
      "ratio to JSON.parse": round((validate?.us ?? 0) / (parse?.us ?? Number.NaN)),
      "peak MB": peakOf(steps),
    };
  });
  const [first, last] = [rows[0], rows.at(-1)];
  const grows = (last?.["ns a step and log2"] ?? 0) <= 2 * (first?.["ns a step and log2"] ?? 0);
  const fits = (last?.["peak MB"] ?? 0) < limitMb;
  const verdict = `no worse than n log n: ${grows ? "kept" : "NOT kept"}; under ${limitMb} MB: ${fits ? "kept" : "NOT kept"}`;
  return { title: "Growth of validatePlanPayload, every step refers to the first", rows, verdict };
}

/** In a process of its own: memory once taken from the system shows only there. */
function peakOf(steps: number): number {
  const script = `import(${JSON.stringify(import.meta.filename)}).then((bench) => bench.run(["--peak", "${steps}"]))`;
  return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
}

/** How far validating raises the most memory the process ever held. */
function peakMb(steps: number): number {
  validatePlanPayload(structuredSample(1));
  const payload = structuredSample(steps);
  const before = process.resourceUsage().maxRSS;
  validatePlanPayload(payload);
  return round((process.resourceUsage().maxRSS - before) / 1_024);
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
