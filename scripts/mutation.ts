import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, mutantsOf } from "./mutants.ts";
import type { Trial } from "./mutation-worker.ts";

// Mutation testing of the validation rules: changes one operator, literal, condition or return at a time and runs the
// tests that should notice. `npm run test:mutation [-- word…]` limits the run to files whose path holds a word.

const sources = [
  ...globSync("src/plan/validate/*.ts"),
  ...["step-ids", "step-count", "validate-plan-payload"].map((name) => `src/contracts/structured/${name}.ts`),
].filter((file) => !file.includes(".test."));

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

/** What runs when the nearest test noticed nothing. */
const wide = ["src/plan/validate", "src/contracts/structured", "src/contracts/validate-document"];

const workers = 2;
const timeoutMs = 60_000;

type Job = { file: string; index: number; mutant: Mutant };

const words = process.argv.slice(2);
const jobs: Job[] = sources
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted()
  .flatMap((file) => mutantsOf(readFileSync(file, "utf8")).map((mutant, index) => ({ file, index, mutant })));
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
  const tester = await openTester();
  if (!(await tester.passes({ file: "package.json", index: -1, tests: wide })))
    throw new Error("the tests fail without a mutant");
  for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
    next += 1;
    const nearest = job.file.replace(/([^/]+)\.ts$/, (_, name: string) => `${near[name] ?? name}.test.ts`);
    const noticed = existsSync(nearest) && !(await tester.passes({ ...job, tests: [nearest] }));
    if (!noticed && (await tester.passes({ ...job, tests: wide }))) survivors.push(job);
    if (next % 50 === 0) console.error(`${next}/${jobs.length}, ${survivors.length} survived`);
  }
  tester.close();
}

type Tester = { passes(trial: Trial): Promise<boolean>; close(): void };

/** A process that runs tests; one that does not answer in time is replaced, and its mutant counts as noticed. */
async function openTester(): Promise<Tester> {
  let child = await open();
  return {
    async passes({ file, index, tests }) {
      child.send({ file, index, tests } satisfies Trial);
      const passed = await answer(child);
      if (passed !== undefined) return passed === true;
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

async function answer(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, "message", { signal: AbortSignal.timeout(timeoutMs) }).catch(() => []);
  return message;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "(nothing)";
}
