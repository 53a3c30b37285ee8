import { parseArgs } from "node:util";
import type { EvalCase } from "../../src/planners/eval/eval-case.ts";
import { count, emptyTally, f1, lessonFrom, predict, readCases, shuffled, teach, toolsOf } from "./curve.ts";

// npx node eval/teach/main.ts <cases.jsonl[.gz]> [--by tool|kind|all] [--lessons 0,1,2,5,10] [--seeds 3] [--half a|b] [--errors N]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: "string", default: "tool" },
    lessons: { type: "string", default: "0,1,2,5,10" },
    seeds: { type: "string", default: "3" },
    errors: { type: "string", default: "0" },
    half: { type: "string" },
  },
});
// Half a is for reading failures, half b for scoring without having read any.
const cases = positionals
  .flatMap(readCases)
  .filter((_, at) => values.half === undefined || at % 2 === Number(values.half === "b"));
const shown = Number(values.errors);

/** One intent: the tool, or the tool with the values that the request does not name. */
function intentOf({ expect, query }: EvalCase): string {
  if (values.by === "all") return "all";
  if (expect.kind !== "calls") return expect.kind;
  return expect.calls
    .map(({ tool, args }) => {
      if (values.by === "tool") return tool;
      const fixed = Object.entries(args).filter(
        ([, [value]]) =>
          value !== undefined && !query.toLowerCase().includes(JSON.stringify(value).replaceAll('"', "").toLowerCase()),
      );
      return `${tool}(${fixed.map(([param, [value]]) => `${param}=${JSON.stringify(value)}`).join(",")})`;
    })
    .join(">");
}

console.log("lessons  taught  scored  intent  slot F1  exact");
for (const size of values.lessons.split(",").map(Number)) {
  const tally = emptyTally();
  let taught = 0;
  for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
    const groups = Map.groupBy(shuffled(cases, seed), intentOf);
    const lessons = [...groups.values()].flatMap((group) => group.slice(0, size));
    const rules = teach(
      lessons.flatMap((one, at) => {
        const lesson = lessonFrom(one, at);
        return lesson === undefined ? [] : [{ lesson, toolbox: toolsOf(one) }];
      }),
    );
    taught += lessons.length;
    for (const one of [...groups.values()].flatMap((group) => group.slice(size))) {
      const prediction = await predict(one, size === 0 ? undefined : rules);
      const { right } = count(tally, one, prediction);
      if (!right && seed === 1 && size === 5 && tally.cases - tally.right <= shown)
        console.error(
          one.query,
          JSON.stringify(prediction.calls.map(({ tool, args }) => [tool, args])),
          JSON.stringify(one.expect.kind === "calls" && one.expect.calls.map(({ args }) => args)),
        );
    }
  }
  const share = (part: number): string => ((100 * part) / Math.max(1, tally.cases)).toFixed(1).padStart(6);
  const seeds = Number(values.seeds);
  console.log(
    [
      String(size).padStart(7),
      String(Math.round(taught / seeds)).padStart(6),
      String(Math.round(tally.cases / seeds)).padStart(6),
      share(tally.intent),
      f1(tally).toFixed(1).padStart(7),
      share(tally.right),
    ].join("  "),
  );
}
