import { expect, it } from "vitest";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createClockWatch } from "./watch-clock.ts";

it("reports each jump of the clock once, and neither waiting nor small corrections", () => {
  const log = createMemoryLog();
  let [wall, steady] = [1_000_000, 500];
  const look = createClockWatch({ log, now: () => wall, steadyMs: () => steady });
  const pass = (ms: number, jumpMs = 0): void => {
    [wall, steady] = [wall + ms + jumpMs, steady + ms];
    look();
  };
  pass(5_000);
  pass(86_400_000, 1_900);
  pass(5_000, 7_200_000);
  pass(5_000);
  pass(5_000, -7_200_000);
  pass(5_000, -50);
  expect(log.lines.map(({ level, message, fields }) => [level, message, fields["event"]])).toEqual([
    ["warn", "the system clock jumped ahead by 7200 s", "clock.jumped"],
    ["warn", "the system clock jumped back by 7200 s", "clock.jumped"],
  ]);
});
