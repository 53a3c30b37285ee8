import { createLeasedEngine } from "../../../src/engine/leased/engine.ts";
import { createRuns } from "../../../src/runs/runs.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { createTimeIds } from "../../../src/runtime/time-ids.ts";
import { openPostgres } from "../../../src/store/postgres/database.ts";
import { createPostgresLeases } from "../../../src/store/postgres/leases.ts";
import { createPostgresStore } from "../../../src/store/postgres/store.ts";
import { createFastClock } from "../../faults/support/fast-clock.ts";
import { createFaultVerbs } from "../../faults/support/fault-verbs.ts";
import { openOutside } from "../../faults/support/outside-file.ts";

// One worker of several on a Postgres database. It dies at its `dieAt`-th crash point, or works until it is told to stop.
const [url = "", outside = "", origin = "0", dieAt = "0"] = process.argv.slice(2);
let points = 0;
const point = (): void => {
  points += 1;
  if (points === Number(dieAt)) process.kill(process.pid, "SIGKILL");
};
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const clock = createFastClock(10, Number(origin));
const db = openPostgres({ url, connections: 4 });
const inner = createPostgresStore(db);
const store: typeof inner = {
  ...inner,
  async write(change) {
    point();
    await inner.write(change);
    point();
  },
};
const verbs = createFaultVerbs(openOutside(outside), point);
const runs = createRuns({ store, verbs, clock, ids: createTimeIds(clock), log, parallel: 3 });
const leases = createPostgresLeases(db);
const engine = createLeasedEngine({ jobs: store.jobs, leases, clock, log, concurrency: 3, leaseMs: 1_500 });
process.once("SIGTERM", () => void engine.stop().then(() => db.close()));
await engine.start({ [runQueue]: runs.handler });
// The engine's timers keep no process alive by themselves.
setInterval(quiet, 2 ** 30).unref();
