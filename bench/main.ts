import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { runAll } from "./all.ts";
import type { Bench } from "./bench.ts";
import { machine } from "./machine.ts";
import { benches } from "./names.ts";
import { printResult } from "./print.ts";
import { type Result, saveResult } from "./results.ts";

// npm run bench                    every bench, one after another; keeps the figures
// npm run bench -- <name>          one of them; --save keeps its figures, --json prints them as JSON
// npm run bench -- report          writes the documents from the figures that were kept
// --quick gives rough figures in a fraction of the time.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    quick: { type: "boolean" },
    json: { type: "boolean" },
    save: { type: "boolean" },
    // For `load`; read by it.
    minutes: { type: "string" },
  },
});
const [name] = positionals;
const quick = values["quick"] === true;
// A bench stops the processes it started.
process.once("SIGTERM", () => process.exit(143));
process.once("SIGINT", () => process.exit(130));

if (name === undefined) process.exitCode = await runAll({ quick });
else if (name === "report") (await import("./report.ts")).writeReport();
else if (benches.some((one) => one.name === name)) await runOne(name);
else {
  console.error(`There is no bench "${name}": ${benches.map((one) => one.name).join(", ")}`);
  process.exitCode = 2;
}

async function runOne(name: string): Promise<void> {
  const facts = { ranAt: new Date().toISOString(), quick, machine: machine() };
  const bench: Bench = await import(`./${name}.ts`); // one of names.ts
  const start = performance.now();
  const { figures, skipped = [], series = [] } = await bench.measure({ quick, args: process.argv.slice(3) });
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const known = figures.filter(({ value }) => Number.isFinite(value));
  const unknown = figures.filter((one) => !known.includes(one)).map((one) => `${one.name}, ${one.what}: no figure`);
  const result: Result = { ...facts, seconds, figures: known, skipped: [...skipped, ...unknown], series };
  if (values["json"] === true) console.log(JSON.stringify(result, null, 2));
  else printResult(name, result);
  if (values["save"] === true) saveResult(name, result);
}
