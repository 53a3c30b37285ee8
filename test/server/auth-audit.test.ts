import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AuditPage } from "../../src/contracts/api/audit.ts";
import { namedRoutes } from "../../src/server/app.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
let admin: string;

beforeAll(async () => {
  world = await openServerWorld();
  admin = await world.key("acme", ["admin"]);
});

afterAll(() => world.stop());

const message = { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "a private word" }] };

async function entriesOf(key: string, query: Record<string, string> = {}): Promise<AuditPage> {
  return AuditPage.parse(await (await world.call("listAudit", { query }, key)).json());
}

async function newest(): Promise<AuditPage["entries"][number] | undefined> {
  return (await entriesOf(admin, { limit: "1" })).entries[0];
}

describe("the audit log", () => {
  // One tenant for each route, so that each list holds only that route's entries.
  it.each(namedRoutes().filter(([, { scope }]) => scope !== null))("records a rejected %s", async (name) => {
    const [stranger, owner] = [await world.key(`t-${name}`, []), await world.key(`t-${name}`, ["admin"])];
    const response = await world.call(name, {}, stranger);
    expect(response.status).toBe(403);
    const { entries } = await entriesOf(owner);
    const requestId = response.headers.get("x-request-id");
    expect(entries).toMatchObject([{ action: name, outcome: "FORBIDDEN", request_id: requestId }]);
  });

  it("records, logs and throttles refused credentials, and never a valid one", async () => {
    const own = await world.key("t-owner", ["admin"]);
    const guess = `${own.slice(0, -43)}${"x".repeat(43)}`;
    const wrong = `pw_${"0".repeat(16)}_${"x".repeat(43)}`;
    const statuses = [(await world.call("listRuns", {}, guess)).status];
    for (let attempt = 1; attempt < 32; attempt += 1) statuses.push((await world.call("listRuns", {}, wrong)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
    expect((await world.call("listRuns", {}, admin)).status).toBe(200);
    const entries = await world.planwright.audit.list({ tenant: "", limit: 100 });
    expect(entries.filter(({ outcome }) => outcome === "UNAUTHENTICATED")).toHaveLength(29);
    // A wrong secret of a known key is shown to the tenant of the key.
    expect((await entriesOf(own)).entries).toMatchObject([{ action: "listRuns", outcome: "UNAUTHENTICATED" }]);
    expect(entries[0]).toMatchObject({ action: "listRuns", subjects: ["0".repeat(16)] });
    expect(world.log.lines.filter(({ fields }) => fields["event"] === "auth.login_failed")).toHaveLength(30);
    const unknown = await entriesOf(admin, { credentials: "unknown", limit: "1" });
    expect(unknown.entries).toMatchObject([{ action: "listRuns", outcome: "UNAUTHENTICATED" }]);
  });

  it("skips exactly the POSTs that change nothing", () => {
    const pure = namedRoutes().flatMap(([name, route]) => (route.pure === true ? [name] : []));
    expect(pure.toSorted()).toEqual([
      "explainPlan",
      "plan",
      "planActions",
      "planInputHash",
      "planStructured",
      "planWith",
      "previewRun",
      "validatePlan",
    ]);
  });

  it("records who did what to which subject, in which request, with which outcome", async () => {
    const headers = { "idempotency-key": "once", "x-request-id": "req-1" };
    const response = await world.call("startRun", { body: message, headers }, admin);
    const { run_id: runId } = (await response.json()) as { run_id: string }; // the route's response schema
    const done = await newest();
    expect(done).toEqual({
      at: new Date(world.clock.now()).toISOString(),
      principal: `key:test#${admin.slice(3, 19)}`,
      action: "startRun",
      subjects: [runId],
      request_id: "req-1",
      outcome: "done",
      reason: null,
    });
    await world.call("startRun", { body: message, headers: { ...headers, "x-request-id": "req-2" } }, admin);
    expect(await newest()).toEqual({ ...done, request_id: "req-2", outcome: "repeated" });
  });

  it.each([
    ["cancelRun", { params: { id: "r-1" } }, { subjects: ["r-1"], outcome: "NOT_FOUND" }],
    ["addKnowledge", { body: { source: "a.md", content: "a private word" } }, { subjects: ["a.md"], outcome: "done" }],
    ["removeKnowledge", { params: { source: "a.md" } }, { subjects: ["a.md"], outcome: "done" }],
    [
      "executeVerb",
      { body: { verb_id: "echo_tool", payload: { text: "a private word" }, request_id: "q", caller: "me" } },
      { subjects: ["echo_tool"], outcome: "done" },
    ],
  ] as const)("names the subject of %s but none of its content", async (action, call, expected) => {
    await world.call(action, call, admin);
    expect(await newest()).toMatchObject({ action, ...expected });
    expect(JSON.stringify(await entriesOf(admin))).not.toContain("private");
  });

  it("has no entry for an unreadable request", async () => {
    const before = await newest();
    await world.call("startRun", { body: "no plan" }, admin);
    await world.call("startRun", { headers: { "content-type": "text/plain" } }, admin);
    await world.call("addKnowledge", { body: { source: "b.md", content: "x".repeat(2 ** 21) } }, admin);
    expect(await newest()).toEqual(before);
  });

  it("is read page by page to its end", async () => {
    const whole = (await entriesOf(admin)).entries;
    expect(whole.length).toBeGreaterThan(4);
    const read: AuditPage["entries"] = [];
    let cursor: string | null = null;
    do {
      const page: AuditPage = await entriesOf(admin, { limit: "2", ...(cursor !== null && { cursor }) });
      expect(page.entries.length).toBeGreaterThan(0);
      read.push(...page.entries);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(read).toEqual(whole);
  });

  it.each(["-1", "x", "1e9", "9".repeat(40)])("rejects the cursor %s", async (cursor) => {
    expect((await world.call("listAudit", { query: { cursor } }, admin)).status).toBe(422);
  });
});
