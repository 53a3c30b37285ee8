import { basename } from "node:path";
import { parseArgs } from "node:util";
import { scoreCase } from "../../src/planners/eval/score.ts";
import { lessonFrom, predict, readCases, shuffled, teach, toolsOf } from "./curve.ts";

// What lessons change for other requests: 200 cases of a set are taught, others scored without and with them,
// by what would be served, or by best guesses.
// npx node eval/teach/harmless.ts <cases.jsonl[.gz]…> [--lessons 200] [--sample 200] [--guess] [--errors N]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lessons: { type: "string", default: "200" },
    sample: { type: "string", default: "200" },
    errors: { type: "string", default: "0" },
    guess: { type: "boolean", default: false },
  },
});

const mode = values.guess ? "guess" : "served";

console.log("set                 lessons  scored  right before  after  mended  broken");
for (const file of positionals) {
  const cases = shuffled(readCases(file), 1);
  const size = Math.min(Number(values.lessons), Math.floor(cases.length / 2));
  const lessons = cases.slice(0, size).flatMap((one, at) => {
    const lesson = lessonFrom(one, at);
    return lesson === undefined ? [] : [{ lesson, toolbox: toolsOf(one) }];
  });
  const rules = teach(lessons);
  const rest = cases.slice(size, size + Number(values.sample));
  const counts = { before: 0, after: 0, mended: 0, broken: 0 };
  for (const one of rest) {
    const was = scoreCase(one, await predict(one, undefined, mode)).right;
    const prediction = await predict(one, rules, mode);
    const is = scoreCase(one, prediction).right;
    counts.before += Number(was);
    counts.after += Number(is);
    counts.mended += Number(!was && is);
    counts.broken += Number(was && !is);
    if (was && !is && counts.broken <= Number(values.errors))
      console.error(one.query, JSON.stringify(prediction.calls.map(({ tool, args }) => [tool, args])));
  }
  const row = [lessons.length, rest.length, counts.before, counts.after, counts.mended, counts.broken];
  console.log(basename(file).padEnd(20), row.map((count) => String(count).padStart(7)).join(" "));
}
