import { join } from "node:path";
import { createAgent } from "../../../src/agents/profile/agent.ts";
import { createDaemon } from "../../../src/agents/daemon.ts";
import { kinds } from "../../../src/agents/agent-deps.ts";
import { createEmbeddedEngine } from "../../../src/engine/embedded/engine.ts";
import { systemClock as clock } from "../../../src/runtime/system-clock.ts";
import { createTimeIds } from "../../../src/runtime/time-ids.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { createFileLock } from "../../../src/store/sqlite/file-lock.ts";
import { createSqliteStore } from "../../../src/store/sqlite/store.ts";
import { openOutside } from "../../faults/support/outside-file.ts";
import { createCrashPoints, errorsOnly as log } from "../../support/crash-points.ts";
import { answerTo } from "./agents-world.ts";
import { killedProfile } from "./killed-profile.ts";

// A daemon in `folder` that gets five events and dies at its `dieAt`-th crash point, if it comes to that. In its second
// life it gets the same events again, as from a bus that delivers at least once.
const [folder = "", dieAt = "0"] = process.argv.slice(2);
const tenant = "acme";
const doom = createCrashPoints(Number(dieAt));

const outside = openOutside(join(folder, "outside.jsonl"));
const store = doom.wrapStore(createSqliteStore(openDatabase({ path: join(folder, "planwright.db") })));
const agent = createAgent(tenant, killedProfile);
const daemon = createDaemon({
  store,
  clock,
  log,
  ids: createTimeIds(clock),
  registry: { find: (_, id) => (id === agent.profile.id ? agent : undefined), all: () => [agent] },
  maxTokensPerDay: 100_000,
  keepDays: 30,
  keepEntriesDays: 365,
  async reason(request) {
    doom.point();
    outside.do({ key: request.request_id ?? "", verb: "(planner)", payload: {} });
    doom.point();
    return answerTo(request);
  },
  async sender({ id }) {
    doom.point();
    outside.do({ key: id, verb: "(webhook)", payload: {} });
    doom.point();
  },
});
const engine = createEmbeddedEngine({ jobs: store.jobs, lock: createFileLock(join(folder, "lock")), clock, log });
const alive = setInterval(() => undefined, 1000);
await daemon.reload();
await engine.start(daemon.queues);
for (let id = 1; id <= 5; id += 1) await daemon.publish(tenant, { id: `e${id}`, channel: "e", payload: {} });
while (await isBusy()) await new Promise((resolve) => setTimeout(resolve, 5));
await engine.stop();
await store.close();
clearInterval(alive);
console.log(JSON.stringify({ points: doom.points() }));

async function isBusy(): Promise<boolean> {
  const events = await store.records({ tenant, kind: kinds.event, status: "accepted", limit: 1 });
  const runs = await store.records({ tenant, kind: kinds.run, status: "running", limit: 1 });
  const sends = await store.records({ tenant, kind: kinds.output, limit: 10 });
  const open = sends.filter(({ status }) => status === "waiting" || status === "sending");
  return events.length + runs.length + open.length > 0;
}
