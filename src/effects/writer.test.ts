import { describe, expect, it } from "vitest";
import type { Tx } from "../ports/store.ts";
import { createWriter } from "./writer.ts";

/** A store that commits when the test says so. */
function heldStore() {
  const commits: string[][] = [];
  const held: (() => void)[] = [];
  const write = (change: (tx: Tx) => void) =>
    new Promise<void>((resolve) => {
      held.push(() => {
        const written: string[] = [];
        change({ dropClaim: (_: string, key: string) => written.push(key) } as unknown as Tx); // all the test's changes call
        commits.push(written);
        resolve();
      });
    });
  const commit = async () => {
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { write, commit, commits };
}

const named = (name: string) => (tx: Tx) => tx.dropClaim("t", name);

describe("createWriter", () => {
  it("commits what is added before the commit, and the rest in the next, in order", async () => {
    const { write, commit, commits } = heldStore();
    const writer = createWriter(write);
    const done: string[] = [];
    writer.add(named("a"));
    void writer.flush().then(() => done.push("a"));
    writer.add(named("b"));
    void writer.flush().then(() => done.push("b"));
    await commit();
    expect([commits, done]).toEqual([[["a", "b"]], ["a", "b"]]);
    writer.add(named("c"));
    void writer.flush().then(() => done.push("c"));
    await commit();
    expect(commits).toEqual([["a", "b"], ["c"]]);
    expect(done).toEqual(["a", "b", "c"]);
  });

  it("has nothing to do without changes", async () => {
    const { write, commits } = heldStore();
    await createWriter(write).flush();
    expect(commits).toEqual([]);
  });

  it("rejects every waiter when the store rejects", async () => {
    const writer = createWriter(() => Promise.reject(new Error("no")));
    writer.add(named("a"));
    const both = await Promise.allSettled([writer.flush(), writer.flush()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
