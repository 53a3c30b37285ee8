import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, mutantsOf } from "./mutants.ts";
import type { Trial } from "./mutation-worker.ts";

// Mutation testing of the validation rules: changes one operator, literal, condition or return at a time and runs the
// tests that should notice. `npm run test:mutation [-- word…]` limits the run to files whose path holds a word.

// The quick shape check is not a rule: properties hold it equal to zod, and a mutant that only makes it slower shows nowhere.
const sources = [
  ...globSync("src/plan/validate/*.ts"),
  ...["step-ids", "validate-plan-payload"].map((name) => `src/contracts/structured/${name}.ts`),
].filter((file) => !/\.test\.|shape|quick-json/.test(file));

/** Sources without a test of their own, and the test that looks at them most closely. */
const near: Readonly<Record<string, string>> = {
  "argument-errors": "tools",
  context: "references",
  producers: "ids",
  "reference-types": "references",
  sites: "references",
  sketch: "dependencies",
  "validate-plan": "features",
  "step-ids": "validate-plan-payload",
};

/** What runs when the nearest test noticed nothing: tables only, so a mutant that only a property notices survives here. */
const wide = [
  ...globSync("src/plan/validate/*.test.ts").filter((file) => !/validate-plan|quick-json/.test(file)),
  "src/contracts/validate-document.test.ts",
  "src/contracts/structured/bad-input.test.ts",
];

const workers = 2;
/** For one test file and for all of them. A mutant that loops is stopped by this, counted as killed and named. */
const timeoutMs = { near: 60_000, wide: 300_000 };

type Job = { file: string; index: number; mutant: Mutant };

const words = process.argv.slice(2);
const jobs: Job[] = sources
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
  .flatMap((file) => mutantsOf(readFileSync(file, "utf8")).map((mutant, index) => ({ file, index, mutant })));
let survivors = 0;
let next = 0;
await Promise.all(Array.from({ length: workers }, work));

const killed = jobs.length - survivors;
const percent = (killed / Math.max(1, jobs.length)) * 100;
console.log(`${jobs.length} mutants, ${killed} killed, ${survivors} survived: ${percent.toFixed(1)} % killed`);
process.exitCode = percent >= 95 ? 0 : 1;

async function work(): Promise<void> {
  const tester = await openTester();
  await checkTests(tester);
  for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
    next += 1;
    if (next % 50 === 0) console.error(`${next} of ${jobs.length}`);
    const nearest = job.file.replace(/([^/]+)\.ts$/, (_, name: string) => `${near[name] ?? name}.test.ts`);
    const noticed = existsSync(nearest) && !(await tester.passes({ ...job, tests: [nearest] }));
    if (noticed || !(await tester.passes({ ...job, tests: wide }))) continue;
    survivors += 1;
    console.log(`survived  ${job.file}:${job.mutant.line}  ${short(job.mutant.from)}  →  ${short(job.mutant.to)}`);
  }
  await checkTests(tester);
  tester.close();
}

/** Before and after: tests that fail by themselves, or were changed meanwhile, would count every mutant as killed. */
async function checkTests(tester: Tester): Promise<void> {
  const passed = await tester.passes({ file: "package.json", index: -1, tests: wide });
  if (!passed) throw new Error("the tests fail without a mutant");
}

type Tester = { passes(trial: Trial): Promise<boolean>; close(): void };

/** A process that runs tests; one that does not answer in time is replaced, and its mutant counts as noticed. */
async function openTester(): Promise<Tester> {
  let child = await open();
  return {
    async passes({ file, index, tests }) {
      child.send({ file, index, tests } satisfies Trial);
      const passed = await answer(child, tests.length > 1 ? timeoutMs.wide : timeoutMs.near);
      if (passed !== undefined) return passed === true;
      console.log(`timed out  ${file} #${index}`);
      child.kill("SIGKILL");
      child = await open();
      return false;
    },
    close: () => child.kill(),
  };
}

async function open(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "mutation-worker.ts"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
}

async function answer(child: ChildProcess, withinMs: number): Promise<unknown> {
  const [message] = await once(child, "message", { signal: AbortSignal.timeout(withinMs) }).catch(() => []);
  return message;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "(nothing)";
}
