import { expect, it } from "vitest";
import type { HeldJob } from "../../ports/engine.ts";
import { createLeasedSlots } from "./leased-slots.ts";

it("ends every delivery of a job that is acquired again and again while its handler does not return", async () => {
  const finish = Promise.withResolvers<void>();
  const worked: number[] = [];
  const done: number[] = [];
  const slots = createLeasedSlots({
    concurrency: 4,
    handler:
      () =>
      async ({ job }) => {
        worked.push(job.lease ?? 0);
        if (worked.length === 1) await finish.promise;
      },
    onEnd: async () => undefined,
    onFree: () => undefined,
    sureMs: 1_000,
    renew: async () => undefined,
  });
  const acquire = (lease: number): void => {
    const job: HeldJob = {
      queue: "q",
      key: "a",
      tenant: "acme",
      dueAt: 0,
      version: lease,
      priority: 0,
      lease,
      failures: 0,
    };
    slots.begin({ job, heldFor: () => 0, onDone: () => void done.push(lease) });
  };
  for (const lease of [1, 2, 3]) acquire(lease);
  expect(done).toEqual([2]);
  finish.resolve();
  await slots.stop();
  expect([worked, done]).toEqual([[1], [2, 1, 3]]);
});
