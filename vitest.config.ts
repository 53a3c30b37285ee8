import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** These load OpenTelemetry's SDK, or open worlds that are closed after each file: they are there for the whole process. */
const wholeProcess = globSync("src/**/*.test.ts").filter((file) =>
  /otel-trace|test\/support\//.test(file + readFileSync(file, "utf8")),
);

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ["default", "./test/support/count-reporter.ts"],
    // With a database on the other end of a connection everything takes longer; see test/support/kept.ts.
    testTimeout: mode === "postgres" ? 120_000 : 60_000,
    // Over a connection whoever follows a live stream may come a moment late, and what was only said live is not said again.
    retry: mode === "postgres" ? 2 : 0,
    ...(mode === "postgres" && { globalSetup: "./test/support/postgres-setup.ts" }),
    // A database server is started in one of them.
    hookTimeout: 30_000,
    // A database of whoever runs the tests is no place for them; see test/support/postgres-server.ts.
    env: { DATABASE_URL: "" },
    // Two cores are what the smallest machine of our CI has; more workers only queue.
    maxWorkers: 2,
    projects: [
      // Modules of the source keep memos and no state, so that its tests share them: to load them anew for each file is most of the work.
      { extends: true, test: { name: "unit", include: ["src/**/*.test.ts"], exclude: wholeProcess, isolate: false } },
      { extends: true, test: { name: "wide", include: ["test/**/*.test.ts", ...wholeProcess] } },
    ],
  },
}));
