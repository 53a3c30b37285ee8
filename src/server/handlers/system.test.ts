import { describe, expect, it } from "vitest";
import type { DeadJob } from "../../ports/engine.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { jobHandlers, systemHandlers } from "./system.ts";

async function readiness(reason: string | undefined): Promise<{ status: number; body: unknown }> {
  const planwright = { version: "0.0.0", checks: { store: async () => reason } } as unknown as Planwright; // what it reads
  const { readiness: handler } = systemHandlers({ planwright, isDraining: () => false });
  const answer = await handler({} as Parameters<typeof handler>[0]); // not read
  if (!(answer instanceof Response)) throw new Error("not a response");
  return { status: answer.status, body: await answer.json() };
}

describe("GET /readyz", () => {
  it("is ready while every check passes", async () => {
    expect(await readiness(undefined)).toEqual({ status: 200, body: { status: "ready", checks: { store: "ok" } } });
  });

  it("answers 503 with the reason of a failed check", async () => {
    expect(await readiness("the disk is full")).toEqual({
      status: 503,
      body: { status: "not_ready", checks: { store: "failed" }, reasons: { store: "the disk is full" } },
    });
  });
});

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
