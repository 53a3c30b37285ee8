import { expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createRunWatch } from "./run-watch.ts";

it("A follower of a run in another process polls after 250 ms at first, and once a second later", async () => {
  const clock = createFakeClock();
  const watch = createRunWatch(clock).open("r1");
  const lookedAt: number[] = [];
  const openedAt = clock.now();
  while (clock.now() - openedAt < 60_000) {
    const next = watch.next(undefined);
    while (clock.waiting() > 0) clock.advance(50);
    await next;
    lookedAt.push(clock.now() - openedAt);
  }
  expect(lookedAt[0]).toBe(250);
  expect(lookedAt.slice(-3)).toEqual([58_000, 59_000, 60_000].map((at) => at + (lookedAt.at(-1) ?? 0) - 60_000));
  expect(lookedAt.length).toBeLessThan(75);
  watch.close();
});
