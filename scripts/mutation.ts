import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { type Mutant, mutantsOf } from "./mutants.ts";

// Mutation testing of the validation rules: changes one operator, literal, condition or return at a time and runs the
// tests that should notice. `npm run test:mutation [-- word…]` limits the run to files whose path holds a word.

const sources = [
  ...globSync("src/plan/validate/*.ts"),
  ...["step-ids", "step-count", "validate-plan-payload"].map((name) => `src/contracts/structured/${name}.ts`),
].filter((file) => !file.includes(".test."));

/** What runs when the test beside the source noticed nothing. */
const wide = ["src/plan/validate", "src/contracts/structured", "src/contracts/validate-document"];

/** Sources without a test of their own, and the test that looks at them most closely. */
const near: Readonly<Record<string, string>> = {
  "argument-errors": "tools",
  context: "references",
  producers: "ids",
  "reference-types": "references",
  shape: "validate-plan",
  sites: "references",
  sketch: "dependencies",
};

const workers = 2;
const timeoutMs = 90_000;

type Job = { file: string; index: number; mutant: Mutant };

const words = process.argv.slice(2);
const jobs: Job[] = sources
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
  .flatMap((file) => mutantsOf(readFileSync(file, "utf8")).map((mutant, index) => ({ file, index, mutant })));

if (!(await passes({ file: "", index: -1 }, wide))) throw new Error("the tests fail without any mutant");
const survivors: Job[] = [];
let next = 0;
await Promise.all(Array.from({ length: workers }, work));

for (const { file, mutant } of survivors.toSorted((a, b) => a.file.localeCompare(b.file) || a.index - b.index))
  console.log(`survived  ${file}:${mutant.line}  ${short(mutant.from)}  →  ${short(mutant.to)}`);
const killed = jobs.length - survivors.length;
const percent = (killed / Math.max(1, jobs.length)) * 100;
console.log(`${jobs.length} mutants, ${killed} killed, ${survivors.length} survived: ${percent.toFixed(1)} % killed`);
process.exitCode = percent >= 95 ? 0 : 1;

async function work(): Promise<void> {
  for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
    next += 1;
    if (await survives(job)) survivors.push(job);
    if (next % 25 === 0) console.error(`${next}/${jobs.length}, ${survivors.length} survived`);
  }
}

/** The test beside the source is quick and notices most; the others run only when it does not. */
async function survives(job: Job): Promise<boolean> {
  const own = job.file.replace(/([^/]+)\.ts$/, (_, name: string) => `${near[name] ?? name}.test.ts`);
  if (existsSync(own) && !(await passes(job, [own]))) return false;
  return passes(job, wide);
}

async function passes({ file, index }: Pick<Job, "file" | "index">, tests: readonly string[]): Promise<boolean> {
  const env = { ...process.env, CI: "1", MUTATED_FILE: file, MUTANT: String(index) };
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "scripts/mutation.config.ts",
    "--root",
    ".",
    ...tests,
  ];
  const child = spawn(process.execPath, vitest, { env, stdio: "ignore", timeout: timeoutMs });
  return new Promise((resolve) => child.once("close", (code) => resolve(code === 0)));
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "(nothing)";
}
