import { describe, expect, it } from "vitest";
import type { Store } from "../../ports/store.ts";
import { now, sampleEffect, sampleWait, tenant } from "./samples.ts";

export function effectsSuite(store: () => Store): void {
  describe("effects", () => ledger(store));
  describe("waits", () => waits(store));
  describe("claims", () => claims(store));
}

function ledger(store: () => Store): void {
  it("grants a key once", async () => {
    await store().write((tx) => tx.reserve(sampleEffect("k")));
    const again = store().write((tx) => tx.reserve(sampleEffect("k", { runId: "run-2" })));
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await store().effect(tenant, "k")).toEqual(sampleEffect("k"));
    expect(await store().effect("other", "k")).toBeUndefined();
  });

  it("changes an effect only from the expected state and holder", async () => {
    await store().write((tx) => tx.reserve(sampleEffect("k")));
    const confirmed = sampleEffect("k", { state: "confirmed", output: { id: 7 } });
    await expect(store().write((tx) => tx.moveEffect(confirmed, ["unknown"]))).rejects.toMatchObject({
      code: "conflict",
    });
    const stranger = { ...confirmed, runId: "run-2" };
    await expect(store().write((tx) => tx.moveEffect(stranger, ["sent"]))).rejects.toMatchObject({
      code: "conflict",
    });
    await store().write((tx) => tx.moveEffect(confirmed, ["reserved", "sent"]));
    expect(await store().effect(tenant, "k")).toEqual(confirmed);
  });

  it("transfers an effect from its holder", async () => {
    await store().write((tx) => tx.reserve(sampleEffect("k", { state: "reserved" })));
    const taken = sampleEffect("k", { runId: "run-2" });
    await store().write((tx) => tx.moveEffect(taken, ["reserved"], "run-1"));
    expect(await store().effects(tenant, "run-2")).toEqual([taken]);
    expect(await store().effects(tenant, "run-1")).toEqual([]);
  });

  it("lists the effects of a run under any key, and those of no other run", async () => {
    const keys = ["deal:7", "run:run-1", "run:run-1:step:a", "run:run-10:step:a", "run:run-2:step:a"];
    const others = [sampleEffect("run:run-1:step:b", { runId: "run-2" }), sampleEffect("deal:8", { runId: "run-10" })];
    await store().write((tx) => {
      for (const key of keys) tx.reserve(sampleEffect(key));
      for (const effect of others) tx.reserve(effect);
    });
    const found = (await store().effects(tenant, "run-1")).map(({ key }) => key);
    expect(found.toSorted()).toEqual(keys.toSorted());
    expect(await store().effects(tenant, "run-2")).toEqual(others.slice(0, 1));
    expect(await store().effects(tenant, "run-10")).toEqual(others.slice(1));
  });
}

function waits(store: () => Store): void {
  it("opens a wait once and settles it once", async () => {
    await store().write((tx) => tx.openWait(sampleWait("w1")));
    await store().write((tx) => tx.openWait({ ...sampleWait("w1"), question: "another" }));
    expect(await store().waits(tenant, "open")).toEqual([sampleWait("w1")]);
    const decided = {
      ...sampleWait("w1"),
      state: "decided",
      decision: { choice: "retry" },
      by: "ann",
      decidedAt: now,
    } as const;
    const settle = () => store().write((tx) => tx.settleWait(decided));
    const results = await Promise.allSettled([settle(), settle()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await store().wait(tenant, "w1")).toEqual(decided);
    expect(await store().waits(tenant, "open")).toEqual([]);
    expect(await store().waits(tenant, { runId: "run-1" })).toEqual([decided]);
    expect(await store().waits("other", { runId: "run-1" })).toEqual([]);
  });

  it("changes an open wait only as it was read", async () => {
    const was = sampleWait("w1");
    await store().write((tx) => tx.openWait(was));
    const change = (assignee: string) => store().write((tx) => tx.changeWait({ ...was, followUp: { assignee } }, was));
    const results = await Promise.allSettled([change("ann"), change("bob")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await store().wait(tenant, "w1"))?.followUp?.assignee).toBe(
      results[0].status === "fulfilled" ? "ann" : "bob",
    );
  });
}

function claims(store: () => Store): void {
  const claim = { tenant, key: "k", bodyHash: "h", expiresAt: now + 1000 };

  it("grants a key to one claim until it expires", async () => {
    await store().write((tx) => tx.claim(claim, now));
    await expect(store().write((tx) => tx.claim(claim, now + 999))).rejects.toMatchObject({ code: "conflict" });
    await store().write((tx) => tx.claim({ ...claim, bodyHash: "h2", expiresAt: now + 2000 }, now + 1000));
    expect(await store().claim(tenant, "k")).toMatchObject({ bodyHash: "h2" });
    expect(await store().claim("other", "k")).toBeUndefined();
  });

  it("hands the claim of a process that is gone to one other, and an answered claim to none", async () => {
    const held = { ...claim, holder: "dead" };
    await store().write((tx) => tx.claim(held, now));
    const take = (holder: string, gone = held) => store().write((tx) => tx.claim({ ...claim, holder }, now, gone));
    const results = await Promise.allSettled([take("a"), take("b")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const taken = await store().claim(tenant, "k");
    expect(["a", "b"]).toContain(taken?.holder);
    await store().write((tx) => tx.answerClaim({ ...claim, answer: 1 }));
    await expect(take("c", { ...held, holder: taken?.holder ?? "" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("stores the answer, or frees the key", async () => {
    await store().write((tx) => tx.claim(claim, now));
    await store().write((tx) => tx.answerClaim({ ...claim, answer: { status: 201 } }));
    expect(await store().claim(tenant, "k")).toEqual({ ...claim, answer: { status: 201 } });
    await store().write((tx) => tx.dropClaim(tenant, "k"));
    expect(await store().claim(tenant, "k")).toBeUndefined();
    const late = store().write((tx) => tx.answerClaim({ ...claim, answer: 1 }));
    await expect(late).rejects.toMatchObject({ code: "conflict" });
  });
}
