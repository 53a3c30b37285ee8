import { defineConfig } from "vitest/config";
import { shared } from "./vitest.config.ts";

/** Tests of everything that jobs carry out. */
const ofJobs = ["src/agents/daemon.test.ts", "src/runs/**/*.test.ts", "test/{agents,runs}/**/*.test.ts"];

/** `npm run test:postgres`: tests of everything that is stored, on a real Postgres, and of everything that jobs carry out on BullMQ. */
export default defineConfig({
  test: {
    ...shared,
    globalSetup: "./test/support/postgres-setup.ts",
    // A database connection makes everything slower; see test/support/test-store.ts.
    testTimeout: 120_000,
    // These start their own processes, explore interleavings that need a fast store, or crash a process whose leases would
    // have to run out in real time.
    exclude: [
      "**/{cli,fuzz,kill,load,roles,storm,year}.test.ts",
      "test/{drafts,runs}/interleavings.test.ts",
      "test/chat/crashes.test.ts",
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "leased",
          include: [...ofJobs, "src/models/budget/**/*.test.ts", "test/{chat,drafts,models,react,server}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "bullmq",
          include: ofJobs,
          // A worker that is gone only in name still takes its deliveries; long tests run once, with leases.
          exclude: [
            "src/runs/slow-writes.test.ts",
            "test/agents/quotas.test.ts",
            "test/runs/{follow-up,waiting-load,waits-and-undo}.test.ts",
          ],
          env: { TEST_ENGINE: "bullmq" },
        },
      },
    ],
  },
});
