import { createLeasedEngine } from "../../../src/engine/leased/engine.ts";
import type { Handler } from "../../../src/ports/engine.ts";
import { createRuns } from "../../../src/runs/runs.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { allowsUrl } from "../../../src/runtime/models/allows-url.ts";
import { systemClock as clock } from "../../../src/runtime/system-clock.ts";
import { createTimeIds } from "../../../src/runtime/time-ids.ts";
import { openPostgres } from "../../../src/store/postgres/database.ts";
import { createPostgresLeases } from "../../../src/store/postgres/leases.ts";
import { createPostgresStore } from "../../../src/store/postgres/store.ts";
import { createHttp } from "../../../src/tools/http/http.ts";
import { readAnswer } from "../../../src/tools/http/read-answer.ts";
import { createRegistry } from "../../../src/tools/registry.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { createVerbs } from "../../../src/tools/verb-router.ts";
import { hurriedClock } from "../../support/hurried-clock.ts";

// A worker that stops itself with SIGSTOP right before it asks for the `stopAt`-th time whether it still holds the job, and
// otherwise works like any other. Its one tool writes over HTTP, takes no key, and can be read back. It tells what it does.
const [url = "", outside = "", stopAt = "0"] = process.argv.slice(2);
const tell = (word: string): void => void process.stdout.write(`${word}\n`);
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: (message: string) => tell(`error ${message}`) };

const http = createHttp({ allows: allowsUrl(outside) });
const ask = async (method: string, signal: AbortSignal, isOurs?: () => boolean) => {
  const along = isOurs === undefined ? {} : { isOurs };
  const answer = await http.send({
    method,
    url: outside,
    headers: { "x-pid": String(process.pid) },
    signal,
    ...along,
  });
  return (await readAnswer(answer, 10_000)).body;
};
const tool: Tool = {
  spec: {
    name: "order",
    description: "",
    inputSchema: { type: "object" },
    effect: "additive",
    source: "code",
    timeoutMs: 60_000,
    retryClass: "never",
    canReadBack: true,
  },
  run: (_, { signal, isOurs }) => ask("POST", signal, isOurs),
  async readBack(_, { signal }) {
    const count = await ask("GET", signal);
    return Number(count) > 0 ? { state: "done", output: count } : { state: "absent" };
  },
};

const db = openPostgres({ url, connections: 4 });
const store = createPostgresStore(db);
const verbs = createVerbs({ registry: createRegistry([tool]).registry, log, clock });
const runs = createRuns({ store, verbs, clock: hurriedClock, ids: createTimeIds(clock), log });
let asked = 0;
const stopping: Handler = async (lease) => {
  const { guard: hold } = lease;
  if (hold === undefined) throw new Error("nobody holds anything");
  const isSure = (): boolean => {
    asked += 1;
    if (asked === Number(stopAt)) process.kill(process.pid, "SIGSTOP");
    return hold.stillLeased();
  };
  const confirm = async (): Promise<boolean> => isSure() || hold.confirm();
  await runs.handler({ ...lease, guard: { stillLeased: isSure, confirm } }).finally(() => tell("left"));
};
const engine = createLeasedEngine({
  jobs: store.jobs,
  leases: createPostgresLeases(db),
  clock,
  log,
  leaseMs: 1_500,
  pollMs: 100,
});
await engine.start({ [runQueue]: stopping });
tell("ready");
setInterval(quiet, 1_000);
