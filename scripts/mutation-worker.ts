import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest } from "vitest/node";
import { mutantsOf } from "./mutants.ts";

/** One mutant to try, and the tests that should notice it. */
export type Trial = { file: string; index: number; tests: readonly string[] };

// Keeps one Vitest open and tries the mutants its parent sends. The changed source is handed to the tests on its way in;
// no file is touched. A mutant that never ends is the parent's to stop.

let mutated: { file: string; source: string } | undefined;

const vitest = await createVitest(
  "test",
  {
    config: false,
    include: ["src/**/*.test.ts"],
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    fsModuleCache: false,
    bail: 1,
    testTimeout: 20_000,
    update: "none",
    reporters: [{}],
    watch: false,
  },
  {
    plugins: [
      {
        name: "mutant",
        enforce: "pre",
        transform: (_, id) => (id === mutated?.file ? mutated.source : undefined),
      },
    ],
  },
);
await vitest.standalone();

process.on("message", (trial: Trial) => void tryOut(trial).then((passed) => process.send?.(passed)));
process.send?.("ready");

async function tryOut({ file, index, tests }: Trial): Promise<boolean> {
  const path = resolve(file);
  const source = mutantsOf(readFileSync(path, "utf8"))[index]?.source;
  mutated = source === undefined ? undefined : { file: path, source };
  vitest.invalidateFile(path);
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  vitest.invalidateFile(path);
  // The answer also lists modules of earlier runs, as those left them.
  const asked = new Set(specifications.map((specification) => specification.moduleId));
  const ran = testModules.filter((module) => asked.has(module.moduleId));
  return unhandledErrors.length === 0 && ran.length > 0 && ran.every((module) => module.ok());
}
