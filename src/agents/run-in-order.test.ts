import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createMemoryStore } from "../testing/memory-store/store.ts";
import { runInOrder } from "./run-in-order.ts";

it("works on one thing after the other, in order, also after a failure, and on different things at once", async () => {
  const store = createMemoryStore();
  const said: string[] = [];
  const work = (name: string, at: number) =>
    runInOrder(store, name, async () => {
      said.push(`${name}${at} begins`);
      await nextTurn();
      said.push(`${name}${at} ends`);
      if (at === 0) throw new Error("no");
      return at;
    });
  const came = await Promise.allSettled([work("a", 0), work("a", 1), work("b", 2)]);
  expect(came.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(said.filter((word) => word.startsWith("a"))).toEqual(["a0 begins", "a0 ends", "a1 begins", "a1 ends"]);
  expect(said.slice(0, 2)).toEqual(["a0 begins", "b2 begins"]);
});
