import { describe, expect, it } from "vitest";
import { StoreError } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createIdempotency } from "./idempotency.ts";

const asked = { key: "k", tenant: "acme", route: "POST /runs", body: {} };

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
    const once = createIdempotency(awayAfter(1), createFakeClock(), 1000);
    let done = 0;
    const work = async () => ({ status: 202, body: (done += 1) });
    expect(await once(asked, work)).toMatchObject({ status: 202, body: 1, repeated: false });
    await expect(once(asked, work)).rejects.toThrow();
    expect(done).toBe(1);
  });

  it("does not hide the error of the work", async () => {
    const once = createIdempotency(awayAfter(1), createFakeClock(), 1000);
    await expect(once(asked, () => Promise.reject(new Error("no such plan")))).rejects.toThrow("no such plan");
  });
});
