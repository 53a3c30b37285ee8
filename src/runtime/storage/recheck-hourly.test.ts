import { expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { recheckHourly } from "./recheck-hourly.ts";

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it("looks every hour until there is damage, and says it once", async () => {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const answers = [async () => undefined, () => Promise.reject(new Error("busy")), async () => "page 3 is damaged"];
  let checks = 0;
  const stop = recheckHourly({
    backend: { recheck: () => answers[checks++]?.() ?? Promise.resolve("again") },
    clock,
    log,
  });
  for (let hour = 0; hour < 6; hour += 1) {
    clock.advance(3_600_000);
    await settled();
  }
  stop();
  expect(checks).toBe(3);
  expect(log.lines).toMatchObject([{ fields: { event: "store.damaged", damage: "page 3 is damaged" } }]);
});
