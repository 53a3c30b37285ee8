import { describe, expect, it } from "vitest";
import { StoreError } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createIdempotency } from "./idempotency.ts";

const asked = { key: "k", tenant: "acme", scopes: ["runs"], route: "POST /runs", body: {} };

/** A store that fails after this many writes. */
function awayAfter(writes: number): Store {
  const store = createMemoryStore();
  let left = writes;
  return {
    ...store,
    write: (change) =>
      (left -= 1) < 0 ? Promise.reject(new StoreError("busy", "the database is down")) : store.write(change),
  };
}

describe("a store that fails during a request with a key", () => {
  it("does not repeat completed work: the key stays claimed and the caller gets the answer", async () => {
    const once = createIdempotency(awayAfter(1), createFakeClock());
    let done = 0;
    const work = async () => ({ status: 202, body: (done += 1) });
    expect(await once(asked, work)).toMatchObject({ status: 202, body: 1, repeated: false });
    await expect(once(asked, work)).rejects.toThrow();
    expect(done).toBe(1);
  });

  it("does not hide the error of the work", async () => {
    const once = createIdempotency(awayAfter(1), createFakeClock());
    await expect(once(asked, () => Promise.reject(new Error("no such plan")))).rejects.toThrow("no such plan");
  });
});

describe("a claim", () => {
  const done = async () => ({ status: 202, body: "second" });

  it("is kept while the work runs, however long that takes", async () => {
    const clock = createFakeClock();
    const once = createIdempotency(createMemoryStore(), clock);
    const work = Promise.withResolvers<{ status: number; body: string }>();
    const started = Promise.withResolvers<void>();
    const first = once(asked, () => {
      started.resolve();
      return work.promise;
    });
    await started.promise;
    for (let second = 0; second < 60; second += 1) clock.advance(1000);
    await expect(once(asked, done)).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" });
    work.resolve({ status: 202, body: "first" });
    expect(await first).toMatchObject({ body: "first" });
    expect(await once(asked, done)).toMatchObject({ body: "first", repeated: true });
  });

  const dying = (store: Store, holder: string) =>
    createIdempotency(store, createFakeClock(), { own: () => holder, isGone: () => false })(
      asked,
      () => new Promise(() => {}),
    );

  it("of a process that died on another machine is free after ten seconds", async () => {
    const store = createMemoryStore();
    void dying(store, "elsewhere");
    const clock = createFakeClock();
    clock.advance(9_999);
    const again = createIdempotency(store, clock);
    await expect(again(asked, done)).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" });
    clock.advance(2);
    expect(await again(asked, done)).toMatchObject({ body: "second", repeated: false });
  });

  it("of a process that died on this machine is taken over at once, by one request", async () => {
    const store = createMemoryStore();
    void dying(store, "dead");
    const again = createIdempotency(store, createFakeClock(), {
      own: () => "own",
      isGone: (holder) => holder === "dead",
    });
    const hold = Promise.withResolvers<{ status: number; body: string }>();
    const [first, second] = [again(asked, () => hold.promise), again(asked, () => hold.promise)];
    await expect(second).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" });
    hold.resolve({ status: 202, body: "second" });
    expect(await first).toMatchObject({ body: "second", repeated: false });
    expect(await again(asked, done)).toMatchObject({ body: "second", repeated: true });
  });

  it("of a process that answered and died is not taken over", async () => {
    const store = createMemoryStore();
    const holders = { own: () => "dead", isGone: () => true };
    await createIdempotency(store, createFakeClock(), holders)(asked, async () => ({ status: 202, body: "first" }));
    const again = createIdempotency(store, createFakeClock(), holders);
    expect(await again(asked, done)).toMatchObject({ body: "first", repeated: true });
  });
});
