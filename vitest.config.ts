import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    testTimeout: 20_000,
    // A database server is started in one of them.
    hookTimeout: 30_000,
    // A database of whoever runs the tests is no place for them; see test/support/postgres-server.ts.
    env: { DATABASE_URL: "" },
    // Two cores are what the smallest machine of our CI has; more workers only queue.
    maxWorkers: 2,
  },
});
