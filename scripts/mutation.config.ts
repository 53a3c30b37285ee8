import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { mutantsOf } from "./mutants.ts";

const file = resolve(process.env["MUTATED_FILE"] ?? "");
const index = Number(process.env["MUTANT"] ?? -1);

/** The project's tests with one source file changed on its way in; the file itself is never touched. */
export default defineConfig({
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      // The mutated file must never be kept between runs; the others may.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (id === file ? false : undefined)),
      transform: (code, id) => (id === file ? mutantsOf(code)[index]?.source : undefined),
    },
  ],
  test: {
    include: ["src/**/*.test.ts"],
    maxWorkers: 1,
    fileParallelism: false,
    bail: 1,
    testTimeout: 10_000,
    reporters: ["dot"],
  },
});
