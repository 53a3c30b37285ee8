import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Timers of real sockets, files and processes: a fake clock must not freeze them. Everything else waits through the Clock port. */
const exceptions: Record<string, string> = {
  "src/runtime/system-clock.ts": "the Clock port on the system's timers",
  "src/bus/stream-reader.ts": "pauses between reads of a Redis that does not answer",
  "src/runtime/toolbox/tool-states.ts": "how long a server may take to answer",
  "src/runtime/telemetry/watch-clock.ts": "looks for jumps of the system clock, by a clock that does not jump",
  "src/server/listen.ts": "closes idle sockets while it drains",
  "src/server/overload.ts": "measures the delay of the event loop",
  "src/store/postgres/listen-connection.ts": "reconnects and checks a socket",
  "src/store/sqlite/commit-queue.ts": "waits for the lock of another process",
  "src/store/sqlite/notices.ts": "polls a file that another process writes",
};

it("waits through the Clock port, except where a socket, a file or a process sets the time", () => {
  const files = globSync("src/**/*.ts", { exclude: ["src/**/*.test.ts", "src/{testing,cli}/**"] });
  const found = files.filter((file) => /\bset(?:Timeout|Interval)\(/.test(readFileSync(file, "utf8")));
  expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
