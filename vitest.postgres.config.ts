import { defineConfig } from "vitest/config";
import { shared } from "./vitest.config.ts";

/** `npm run test:postgres`: tests of everything that is stored, on a real Postgres. */
export default defineConfig({
  test: {
    ...shared,
    globalSetup: "./test/support/postgres-setup.ts",
    // A database connection makes everything slower; see test/support/test-store.ts.
    testTimeout: 120_000,
    // A reader of a live stream may connect a moment late.
    retry: 2,
    include: [
      "src/agents/daemon.test.ts",
      "src/models/budget/**/*.test.ts",
      "src/runs/**/*.test.ts",
      "test/{agents,chat,drafts,models,react,runs,server}/**/*.test.ts",
    ],
    // These start their own processes, explore interleavings that need a fast store, or crash a process whose leases would
    // have to run out in real time.
    exclude: [
      "**/{cli,fuzz,kill,load,roles,storm,year}.test.ts",
      "test/{drafts,runs}/interleavings.test.ts",
      "test/chat/crashes.test.ts",
    ],
  },
});
