import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    testTimeout: 20_000,
    // Two cores are what the smallest machine of our CI has; more workers only queue.
    maxWorkers: 2,
  },
});
