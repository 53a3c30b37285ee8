import { describe, expect, it } from "vitest";
import { createBacklog } from "./backlog.ts";

const job = (tenant: string, key: number) => ({ queue: "q", key: `${tenant}-${key}`, tenant, dueAt: 0, version: 1 });
const open = { underWay: () => 0, isOpen: () => true };

describe("createBacklog", () => {
  it("takes from the lane with the fewest running, each in order", () => {
    const backlog = createBacklog(9);
    for (const key of [1, 2]) backlog.put(job("a", key));
    backlog.put(job("b", 1));
    const busy = { ...open, underWay: (lane: string) => (lane.endsWith("a") ? 3 : 0) };
    expect(backlog.next(busy)?.key).toBe("b-1");
    backlog.remove(job("b", 1));
    expect(backlog.next(busy)?.key).toBe("a-1");
    expect(backlog.next({ ...busy, isOpen: () => false })).toBeUndefined();
  });

  it("drops from the longest lane for a shorter one, and never grows", () => {
    const backlog = createBacklog(3);
    expect([1, 2, 3, 4].map((key) => backlog.put(job("a", key)))).toEqual([true, true, true, false]);
    expect(backlog.put(job("b", 1))).toBe(false);
    expect(["a-1", "a-2", "a-3", "b-1"].map((key) => backlog.has({ ...job(key.charAt(0), 0), key }))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([backlog.put(job("b", 2)), backlog.has(job("b", 2)), backlog.size()]).toEqual([false, false, 3]);
  });

  it("takes the highest priority of a lane first, and drops the lowest of it", () => {
    const backlog = createBacklog(3);
    for (const [key, priority] of [-1, 0, 0].entries()) backlog.put({ ...job("a", key), priority });
    expect(backlog.next(open)?.key).toBe("a-1");
    expect([backlog.put({ ...job("a", 3), priority: 1 }), backlog.has({ ...job("a", 0), priority: -1 })]).toEqual([
      false,
      false,
    ]);
    expect(backlog.next(open)?.key).toBe("a-3");
  });

  it("keeps one copy of a job, the latest", () => {
    const backlog = createBacklog(1);
    backlog.put(job("a", 1));
    expect(backlog.put({ ...job("a", 1), version: 7 })).toBe(true);
    expect([backlog.next(open)?.version, backlog.size()]).toEqual([7, 1]);
  });
});
