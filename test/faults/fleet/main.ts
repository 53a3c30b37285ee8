import { parseArgs } from "node:util";
import { postgresAbsent } from "../../support/postgres-server.ts";
import { redisAbsent } from "../../support/redis-server.ts";
import { excerptOf } from "./excerpt.ts";
import { longForm } from "./forms.ts";
import { reportOf, toMarkdown, writeReport } from "./report.ts";
import { runSuite, type SuiteOptions, withInstallation } from "./suite.ts";

// npm run test:faults -- --seed 7 --minutes 15 --engine bullmq --report docs/quality.md
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    engine: { type: "string", default: "bullmq" },
    minutes: { type: "string", default: "15" },
    report: { type: "string" },
  },
});
const absent = postgresAbsent ?? redisAbsent;
if (absent !== undefined) {
  process.stderr.write(`${absent}\n`);
  process.exit(1);
}
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());
const options: SuiteOptions = {
  ...longForm,
  engine: values.engine,
  seed: Number(values.seed),
  lastsMs: Number(values.minutes) * 60_000,
  say: (line) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`),
  signal: stop.signal,
};
process.exitCode = await withInstallation(options, async (installation) => {
  const result = await runSuite(installation, options);
  const report = reportOf(result, options);
  process.stdout.write(`${toMarkdown(report)}\n`);
  if (values.report !== undefined) writeReport(values.report, report);
  const { violations, deaths } = result;
  for (const violation of violations.slice(0, 40))
    process.stderr.write(`\n${excerptOf(installation.folder, violation)}\n`);
  for (const death of deaths.slice(0, 10)) process.stderr.write(`\nended by itself: ${death}\n`);
  const keep = violations.length > 0;
  return { value: keep ? 1 : 0, keep };
});
