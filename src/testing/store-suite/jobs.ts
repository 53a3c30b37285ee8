import { describe, expect, it } from "vitest";
import type { Job, LeasedJob } from "../../ports/engine.ts";
import type { Store } from "../../ports/store.ts";
import { now, tenant } from "./samples.ts";

type PutJob = (key: string, dueAt?: number, at?: number) => Promise<void>;

export function jobsSuite(store: () => Store): void {
  const put: PutJob = (key, dueAt = now, at = now) => store().write((tx) => tx.enqueue(job(key, dueAt), at));
  describe("jobs", () => {
    times(store, put);
    releases(store, put);
    announcements(store, put);
  });
}

function job(key: string, dueAt = now): Job {
  return { queue: "q", key, tenant, dueAt };
}

async function only(store: Store): Promise<LeasedJob> {
  const [first] = await store.jobs.due(now, 10);
  if (first === undefined) throw new Error("no job is due");
  return first;
}

function times(store: () => Store, put: PutJob): void {
  it("are due at their time, earliest first, and not before", async () => {
    await put("later", now + 5);
    await put("second", now);
    await put("first", now - 5);
    expect((await store().jobs.due(now, 10)).map(({ key }) => key)).toEqual(["first", "second"]);
    expect((await store().jobs.due(now, 1)).map(({ key }) => key)).toEqual(["first"]);
    expect(await store().jobs.depths(now)).toEqual([{ queue: "q", due: 2, running: 0, dead: 0, oldestDueAt: now - 5 }]);
    expect(await store().jobs.nextDueAt(now)).toBe(now + 5);
    expect(await store().jobs.nextDueAt(now + 5)).toBeUndefined();
  });

  it("are listed fairly by lane: many jobs of one tenant do not hide those of others", async () => {
    await store().write((tx) => {
      for (let at = 0; at < 50; at += 1) tx.enqueue({ ...job(`flood-${at}`, now - 9), tenant: "flood" }, now);
      tx.enqueue({ ...job("few"), tenant: "few" }, now);
      tx.enqueue({ ...job("kind"), queue: "r", tenant: "flood" }, now);
    });
    const due = await store().jobs.due(now, 10);
    expect([due.length, due.filter(({ key }) => key === "few" || key === "kind").length]).toEqual([10, 2]);
  });

  it("accept fractional and very distant times", async () => {
    await put("a", now + 0.25);
    expect(await store().jobs.due(now, 10)).toEqual([]);
    expect((await store().jobs.due(Infinity, 10)).map(({ key }) => key)).toEqual(["a"]);
  });

  it("are unique per key; another enqueue wakes them at the earlier time", async () => {
    await put("a", now + 100);
    await put("a", now);
    await put("a", now + 200);
    expect(await only(store())).toMatchObject({ key: "a", dueAt: now, version: 3 });
  });
}

function releases(store: () => Store, put: PutJob): void {
  it("are removed when released, unless they were woken meanwhile", async () => {
    await put("a");
    const leased = await only(store());
    await put("a");
    await store().write((tx) => tx.release(leased));
    const again = await only(store());
    expect(again.version).toBeGreaterThan(leased.version);
    await store().write((tx) => tx.release(again));
    expect(await store().jobs.due(now, 10)).toEqual([]);
  });

  it("are delayed until a time, unless they were woken meanwhile", async () => {
    await put("a");
    await store().write((tx) => tx.release({ ...job("a"), version: 1 }, { dueAt: now + 50, now }));
    expect(await store().jobs.due(now + 49, 10)).toEqual([]);
    await put("a", now + 1);
    expect(await store().jobs.due(now + 1, 10)).toHaveLength(1);
  });

  it("are due immediately if the clock went back before they were enqueued", async () => {
    await put("a", now + 50, now);
    expect(await store().jobs.due(now - 3_600_000, 10)).toHaveLength(1);
  });
}

function announcements(store: () => Store, put: PutJob): void {
  it("are announced only when committed", async () => {
    const seen: string[] = [];
    const unwatch = store().jobs.watch(({ key, version }) => seen.push(`${key}:${version}`));
    await put("a");
    const refused = store().write((tx) => {
      tx.enqueue(job("b"), now);
      tx.dropClaim(tenant, "none");
      tx.answerClaim({ tenant, key: "none", bodyHash: "", expiresAt: 0, answer: null });
    });
    await expect(refused).rejects.toMatchObject({ code: "conflict" });
    unwatch();
    await put("c");
    expect(seen).toEqual(["a:1"]);
  });
}
