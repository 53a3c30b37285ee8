import { describe, expect, it } from "vitest";
import type { Planwright } from "../../runtime/planwright.ts";
import { systemHandlers } from "./system.ts";

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
