import { expect, it } from "vitest";
import type { DeadJob } from "../../ports/engine.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { jobHandlers } from "./jobs.ts";

const jobs: readonly DeadJob[] = ["acme", "globex"].map((tenant) => ({
  queue: "runs",
  key: `run of ${tenant}`,
  tenant,
  failures: 5,
  error: "the tool is gone",
  deadAt: 0,
}));

function handlersOf(tenant: string) {
  const revived: string[] = [];
  const deadJobs = {
    list: async () => [...jobs],
    revive: async ({ key }: { key: string }) => revived.push(key) > 0,
    reviveAll: async () => 0,
  };
  const handlers = jobHandlers({ deadJobs, clock: createFakeClock() });
  const call = (body: object) => ({ principal: { tenant }, body }) as never; // what the handlers read
  return { handlers, call, revived };
}

it("lists the dead jobs of the caller's tenant alone", async () => {
  const { handlers, call } = handlersOf("acme");
  expect(await handlers.listDeadJobs(call({}))).toEqual({
    jobs: [
      {
        queue: "runs",
        key: "run of acme",
        failures: 5,
        error: "the tool is gone",
        dead_at: "1970-01-01T00:00:00.000Z",
      },
    ],
  });
});

it("revives a dead job of the caller's tenant, and none of another", async () => {
  const { handlers, call, revived } = handlersOf("acme");
  expect(await handlers.reviveJob(call({ queue: "runs", key: "run of globex" }))).toEqual({ revived: false });
  expect(await handlers.reviveJob(call({ queue: "runs", key: "run of acme" }))).toEqual({ revived: true });
  expect(revived).toEqual(["run of acme"]);
});
