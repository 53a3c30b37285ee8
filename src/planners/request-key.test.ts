import { describe, expect, it } from "vitest";
import type { PlannerRequest } from "../ports/planner.ts";
import { createGrammarPlanner } from "./grammar-planner.ts";
import { requestKey } from "./request-key.ts";

const tool = { name: "echo", description: "Echo.", inputSchema: { type: "object" }, effect: "read" } as const;
const request: PlannerRequest = {
  agentId: "a",
  goal: "Order 12 from quote Q-0192",
  toolbox: [tool],
  surface: "service",
  now: "2025-01-15T12:00:00Z",
  zone: "UTC",
};
const plain = { id: "p", version: "1.0.0" };
const later = "2025-01-15T12:00:01Z";

describe("the key of a request", () => {
  it("includes the time, unless the planner declares which part it reads", async () => {
    expect(await requestKey({ ...request, now: later }, plain)).not.toBe(await requestKey(request, plain));
  });

  it("depends on the toolbox's content, not on its identity", async () => {
    const same = { ...request, toolbox: [{ ...tool }] };
    const other = { ...request, toolbox: [{ ...tool, description: "Say." }] };
    expect(await requestKey(same, plain)).toBe(await requestKey(request, plain));
    expect(await requestKey(other, plain)).not.toBe(await requestKey(request, plain));
  });

  it("tells memories and agents apart", async () => {
    const keys = [request, { ...request, memorySnippets: [{ a: 1 }] }, { ...request, agentId: "b" }];
    expect(new Set(await Promise.all(keys.map((one) => requestKey(one, plain)))).size).toBe(3);
  });
});

describe("the grammar planner's key", () => {
  const grammar = createGrammarPlanner();
  const keyAt = (now: string, part: Partial<PlannerRequest> = {}) => requestKey({ ...request, ...part, now }, grammar);

  it("leaves the time out of what names none, for the day", async () => {
    expect(await keyAt(later)).toBe(await keyAt(request.now));
    expect(await keyAt("2025-01-16T12:00:00Z")).not.toBe(await keyAt(request.now));
  });

  it.each<[string, Partial<PlannerRequest>]>([
    ["a goal that counts from now", { goal: "Remind me in 5 minutes" }],
    ["a goal in quotes", { goal: '"Order 12"' }],
    ["a goal with a history", { history: [{ role: "user", content: "hi" }] }],
    ["a goal that is read in parts", { surface: "structured" }],
  ])("has the time in it for %s", async (_, part) => {
    expect(await keyAt("2025-01-15T12:01:00Z", part)).not.toBe(await keyAt(request.now, part));
  });
});
