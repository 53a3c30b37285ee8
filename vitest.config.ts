import { defineConfig } from "vitest/config";

/** Test files that start processes or databases, or change the whole process: each gets its own worker process. */
const isolated = [
  "src/agents/daemon.test.ts",
  "src/bus/**/*.test.ts",
  "src/cli/**/*.test.ts",
  "src/engine/**/*.test.ts",
  "src/models/budget/**/*.test.ts",
  "src/runs/**/*.test.ts",
  "src/runtime/telemetry/**/*.test.ts",
  "src/store/postgres/**/*.test.ts",
  "src/tools/lookup/postgres-database.test.ts",
];

export const shared = {
  reporters: ["default", "./test/support/count-reporter.ts"],
  testTimeout: 60_000,
  // Some hooks start a database server.
  hookTimeout: 30_000,
  // A condition is awaited for as long as a slow machine needs; the default is one second.
  expect: { poll: { timeout: 20_000, interval: 25 } },
  // Tests never use the database of the developer; see test/support/postgres-server.ts.
  env: { DATABASE_URL: "" },
  // The smallest CI machine has two cores.
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    ...shared,
    projects: [
      // Source modules have caches but no state, so unit tests share them; loading them per file takes most of the time.
      { extends: true, test: { name: "unit", include: ["src/**/*.test.ts"], exclude: isolated, isolate: false } },
      { extends: true, test: { name: "wide", include: ["test/**/*.test.ts", ...isolated] } },
    ],
  },
});
