import { expect, it, vi } from "vitest";
import { createReact } from "../../src/react/react.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../src/testing/fake-ids.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import type { Store } from "../../src/ports/store.ts";
import { openTestStore, runEventLoop } from "../support/test-store.ts";
import { createTools, openKept, requestOf, scripted, settle, tenant } from "./support/react-world.ts";

const key = { tenant, requestId: "r1" };

// A thousand agents that wait for their reasoning elsewhere asked the store four thousand times a second.
it("polls a run of another process less and less often, and at once on a notification", async () => {
  const release: (() => void)[] = [];
  const verbs = createTools({ count_items: { run: () => new Promise((done) => release.push(() => done(7))) } });
  const first = await openKept({ ...scripted([{ calls: [{ name: "count_items" }] }, { text: "seven" }]), verbs });
  await first.react.start(requestOf({ id: "r1" }), tenant);
  await vi.waitFor(() => expect(release).toHaveLength(1), 10_000);

  let looks = 0;
  const store: typeof first.store = {
    ...first.store,
    record(asked) {
      looks += 1;
      return first.store.record(asked);
    },
  };
  const clock = createFakeClock();
  const parts = { verbs, vetoes: [], parallel: 8, ids: createFakeIds(), log: createMemoryLog(), ...scripted([]) };
  const second = createReact({ ...parts, store, clock });
  const result = second.result(key);
  for (let ms = 0; ms < 60_000; ms += 250) {
    clock.advance(250);
    await runEventLoop(5);
  }
  expect(looks).toBeGreaterThan(5);
  expect(looks).toBeLessThan(40);

  release[0]?.();
  await vi.waitFor(async () => {
    await settle();
    expect(await first.store.record({ tenant, kind: "react.run", id: "r1" })).toMatchObject({ status: "ended" });
  }, 10_000);
  second.refresh(key);
  expect(await result).toMatchObject({ status: "ok", final_answer: { content: "seven" } });
  await first.engine.stop();
});

it("waits for a run that this process executes without reading it", async () => {
  const release: (() => void)[] = [];
  const verbs = createTools({ count_items: { run: () => new Promise((done) => release.push(() => done(7))) } });
  let reads = 0;
  const { store: inner } = await openTestStore();
  const store: Store = {
    ...inner,
    record(asked) {
      reads += 1;
      return inner.record(asked);
    },
  };
  const script = scripted([{ calls: [{ name: "count_items" }] }, { text: "seven" }]);
  const { react, engine } = await openKept({ ...script, verbs, store });
  await react.start(requestOf({ id: "r1" }), tenant);
  await vi.waitFor(() => expect(release).toHaveLength(1), 10_000);
  reads = 0;
  const result = react.result(key);
  release[0]?.();
  await settle();
  expect(await result).toMatchObject({ status: "ok" });
  expect(reads).toBe(0);
  await engine.stop();
});
