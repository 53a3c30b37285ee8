import { expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createInFlight } from "./in-flight.ts";
import { createLedger } from "./ledger.ts";
import { createLoop, deliver, drain, nextChange } from "./durable-loop.ts";
import { createWriter } from "./writer.ts";

it("drains a result that came together with the stop signal", async () => {
  const stop = new AbortController();
  const loop = createLoop({
    clock: createFakeClock(),
    stop: stop.signal,
    ledger: createLedger([]),
    writer: createWriter(() => Promise.resolve()),
  });
  loop.inFlight.set("a", createInFlight("read"));
  const waiting = nextChange(loop);
  deliver(loop, () => loop.inFlight.delete("a"));
  stop.abort();
  await waiting;
  await drain(loop, { isIdle: () => loop.inFlight.size === 0, onTimeout: () => undefined });
  expect([...loop.inFlight.keys()]).toEqual([]);
});
