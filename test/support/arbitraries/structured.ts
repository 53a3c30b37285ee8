import * as fc from "fast-check";
import type { StructuredPlan, StructuredStep } from "../../../src/contracts/structured/plan.ts";
import { earlier, picks } from "./graph.ts";
import { text } from "./json.ts";

type Seed = { picks: number[]; echoes: boolean; words: string; refers: boolean };

const said = (): fc.Arbitrary<string> => text(1).filter((value) => /\S/.test(value));

/** Valid structured plans with the contract's own two tools. */
export const structuredPlan = (): fc.Arbitrary<StructuredPlan> =>
  fc
    .record({
      task_summary: said(),
      seeds: fc.array(fc.record({ picks: picks(), echoes: fc.boolean(), words: said(), refers: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      assumptions: fc.array(text(), { maxLength: 2 }),
      risks: fc.array(text(), { maxLength: 2 }),
    })
    .map(({ seeds, ...rest }) => ({ ...rest, steps: seeds.map((seed, at) => toStep(seed, at, seeds)) }));

function toStep(seed: Seed, at: number, seeds: readonly Seed[]): StructuredStep {
  const dependencies = earlier(seed.picks, at);
  const [source] = dependencies;
  const field = source !== undefined && seeds[source]?.echoes === true ? "echo" : "now_utc";
  const reference = `$step_${(source ?? 0) + 1}.output.${field}`;
  const words = source === undefined || !seed.refers ? seed.words : `${seed.words} ${reference}`;
  return {
    step_id: `step_${at + 1}`,
    title: seed.words,
    description: seed.words,
    dependencies: dependencies.map((place) => `step_${place + 1}`),
    deliverable: seed.words,
    acceptance: seed.words,
    tool: seed.echoes ? { name: "echo_tool", args: { text: words } } : { name: "get_time", args: {} },
  };
}
