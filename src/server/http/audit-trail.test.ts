import { describe, expect, it } from "vitest";
import { routes } from "../../contracts/api/routes.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Audit, AuditEntry } from "../../ports/audit.ts";
import { StoreError } from "../../ports/store-error.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { type HandlerOutcome, createAuditTrail, type AuditedRequest } from "./audit-trail.ts";

const principal = { tenant: "acme", name: "key:ci#1", scopes: new Set(["runs"] as const) };
const request: AuditedRequest = {
  name: "cancelRun",
  route: routes.cancelRun,
  params: { id: "r1" },
  principal,
  requestId: "q1",
};
const answered: HandlerOutcome = { response: new Response("{}"), input: {}, output: { run_id: "r1" }, repeated: false };

function open(record?: Audit["record"]) {
  const order: string[] = [];
  const entries: AuditEntry[] = [];
  const keep = async (entry: AuditEntry): Promise<void> => {
    await Promise.resolve();
    order.push("kept");
    entries.push(entry);
  };
  const log = createMemoryLog();
  const audit: Audit = { record: record ?? keep, list: () => Promise.resolve([]) };
  return { trail: createAuditTrail({ audit, clock: createFakeClock(0), log }), entries, order, log };
}

describe("the audit trail", () => {
  it("stores the entry before it answers, each id once", async () => {
    const { trail, entries, order } = open();
    await trail(request, () => Promise.resolve(answered));
    order.push("answered");
    expect(order).toEqual(["kept", "answered"]);
    const who = { tenant: "acme", principal: "key:ci#1", requestId: "q1" };
    expect(entries).toEqual([{ ...who, action: "cancelRun", subjects: ["r1"], at: 0, outcome: "done" }]);
  });

  it("answers and logs the entry when it cannot be stored", async () => {
    const { trail, log } = open(() => Promise.reject(new Error("disk full")));
    expect(await trail(request, () => Promise.resolve(answered))).toBe(answered.response);
    expect(log.lines).toMatchObject([
      { level: "error", message: "could not store an audit entry", fields: { action: "cancelRun", subjects: ["r1"] } },
    ]);
  });

  it("leaves a refusal by a full disk to the line of the request", async () => {
    const full = new StoreError("full", "database or disk is full");
    const { trail, log } = open(() => Promise.reject(full));
    await expect(trail(request, () => Promise.reject(full))).rejects.toBe(full);
    await expect(trail(request, () => Promise.reject(new PlanwrightError("FORBIDDEN")))).rejects.toThrow();
    expect(log.lines.map(({ fields }) => fields["outcome"])).toEqual(["FORBIDDEN"]);
  });

  it.each([
    [new PlanwrightError("RUN_FINISHED"), ["RUN_FINISHED"]],
    [new PlanwrightError("TIMEOUT"), ["TIMEOUT"]],
    [new TypeError("a fault of ours"), ["INTERNAL"]],
    [new PlanwrightError("INVALID_INPUT"), []],
    [new PlanwrightError("MALFORMED_BODY"), []],
  ])("passes on %s and writes down %j", async (error, outcomes) => {
    const { trail, entries } = open();
    await expect(trail(request, () => Promise.reject(error))).rejects.toBe(error);
    expect(entries.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it("truncates overlong ids of a caller", async () => {
    const { trail, entries } = open();
    await trail({ ...request, params: { id: "x".repeat(5000) } }, () => Promise.resolve(answered));
    expect(entries[0]?.subjects[0]).toHaveLength(200);
  });
});
