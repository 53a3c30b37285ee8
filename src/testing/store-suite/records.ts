import { describe, expect, it } from "vitest";
import type { Store } from "../../ports/store.ts";
import { tenant } from "./samples.ts";

export function recordsSuite(store: () => Store): void {
  describe("records", () => records(store));
  describe("counters", () => counters(store));
}

const draft = (id: string, more: { group?: string; status?: string } = {}) => ({
  tenant,
  kind: "suite.draft",
  id,
  body: { text: "мир 🌍" },
  ...more,
});

function records(store: () => Store): void {
  it("are stored by tenant, kind and id", async () => {
    const { group, status } = { group: "ann", status: "open" };
    await store().write((tx) => tx.putRecord(draft("d1", { group, status }), 0));
    expect(await store().record(draft("d1"))).toEqual({ ...draft("d1", { group, status }), version: 1 });
    expect(await store().record({ ...draft("d1"), tenant: "other" })).toBeUndefined();
    expect(await store().record({ ...draft("d1"), kind: "suite.other" })).toBeUndefined();
  });

  it("change only from the current version", async () => {
    await store().write((tx) => tx.putRecord(draft("d1"), 0));
    const change = () => store().write((tx) => tx.putRecord({ ...draft("d1"), body: [1] }, 1));
    const results = await Promise.allSettled(Array.from({ length: 10 }, change));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await store().record(draft("d1"))).toEqual({ ...draft("d1"), body: [1], version: 2 });
    await expect(store().write((tx) => tx.putRecord(draft("d1"), 0))).rejects.toMatchObject({ code: "conflict" });
    await expect(store().write((tx) => tx.putRecord(draft("d2"), 1))).rejects.toMatchObject({ code: "conflict" });
    await expect(store().write((tx) => tx.dropRecord(draft("d1"), 1))).rejects.toMatchObject({ code: "conflict" });
    await store().write((tx) => tx.dropRecord(draft("d1"), 2));
    expect(await store().record(draft("d1"))).toBeUndefined();
  });

  it("lose fields that a write omits", async () => {
    await store().write((tx) => tx.putRecord(draft("d1", { group: "ann", status: "open" }), 0));
    await store().write((tx) => tx.putRecord(draft("d1"), 1));
    expect(await store().record(draft("d1"))).toEqual({ ...draft("d1"), version: 2 });
    expect(await store().records({ tenant, kind: "suite.draft", group: "ann", limit: 9 })).toEqual([]);
  });

  it("are listed last first, by group and status, in pages", async () => {
    const rows = [
      draft("d1", { group: "ann", status: "open" }),
      draft("d2", { group: "bob", status: "open" }),
      draft("d3", { group: "ann", status: "done" }),
      draft("d4", { group: "ann", status: "open" }),
      { ...draft("d5"), tenant: "other" },
      { ...draft("d6"), kind: "suite.other" },
    ];
    await store().write((tx) => {
      for (const row of rows) tx.putRecord(row, 0);
    });
    const list = async (more: { group?: string; status?: string; before?: string; limit?: number }) =>
      (await store().records({ tenant, kind: "suite.draft", limit: 9, ...more })).map(({ id }) => id);
    expect(await list({})).toEqual(["d4", "d3", "d2", "d1"]);
    expect(await list({ group: "ann" })).toEqual(["d4", "d3", "d1"]);
    expect(await list({ status: "open" })).toEqual(["d4", "d2", "d1"]);
    expect(await list({ group: "ann", status: "open", before: "d4" })).toEqual(["d1"]);
    expect(await list({ limit: 2 })).toEqual(["d4", "d3"]);
    expect(await list({ limit: 2, before: "d3" })).toEqual(["d2", "d1"]);
  });

  it("change atomically with the rest of the transaction", async () => {
    const failing = store().write((tx) => {
      tx.putRecord(draft("d1"), 0);
      tx.count({ tenant, key: "runs", add: 1 });
      tx.putRecord(draft("d1"), 0);
    });
    await expect(failing).rejects.toMatchObject({ code: "conflict" });
    expect(await store().record(draft("d1"))).toBeUndefined();
    expect(await store().counter(tenant, "runs")).toBe(0);
  });
}

function counters(store: () => Store): void {
  it("never exceed their limit under concurrency", async () => {
    const take = () => store().write((tx) => tx.count({ tenant, key: "runs", add: 3, limit: 30 }));
    const results = await Promise.allSettled(Array.from({ length: 100 }, take));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await store().counter(tenant, "runs")).toBe(30);
    await expect(take()).rejects.toMatchObject({ code: "limit" });
  });

  it("can be decreased, but not below zero", async () => {
    await store().write((tx) => tx.count({ tenant, key: "runs", add: 5, limit: 5 }));
    await store().write((tx) => tx.count({ tenant, key: "runs", add: -2, limit: 1 }));
    expect(await store().counter(tenant, "runs")).toBe(3);
    const below = store().write((tx) => tx.count({ tenant, key: "runs", add: -4 }));
    await expect(below).rejects.toMatchObject({ code: "limit" });
    expect(await store().counter("other", "runs")).toBe(0);
  });

  it("are listed by key prefix, and dropped", async () => {
    await store().write((tx) => {
      for (const key of ["day:b", "day:a", "day%:c", "hour:a"]) tx.count({ tenant, key, add: 1 });
    });
    const expected = [
      { key: "day:a", value: 1 },
      { key: "day:b", value: 1 },
    ];
    expect(await store().counters(tenant, "day:")).toEqual(expected);
    await store().write((tx) => tx.dropCounter(tenant, "day:a"));
    expect(await store().counters(tenant, "day:")).toEqual(expected.slice(1));
  });
}
