import { join } from "node:path";
import { createEmbeddedEngine } from "../../../src/engine/embedded/engine.ts";
import type { Model } from "../../../src/ports/model.ts";
import { createModelReasoner } from "../../../src/react/model-reasoner.ts";
import { createReact } from "../../../src/react/react.ts";
import { reactQueue } from "../../../src/react/react-queue.ts";
import { systemClock as clock } from "../../../src/runtime/system-clock.ts";
import { createTimeIds } from "../../../src/runtime/time-ids.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { createFileLock } from "../../../src/store/sqlite/file-lock.ts";
import { createSqliteStore } from "../../../src/store/sqlite/store.ts";
import { createScriptedModel } from "../../../src/testing/scripted-model.ts";
import { createFaultVerbs } from "../../faults/support/fault-verbs.ts";
import { openOutside } from "../../faults/support/outside-file.ts";
import { hurriedClock } from "../../support/hurried-clock.ts";
import { createCrashPoints, errorsOnly as log } from "../../support/crash-points.ts";
import { killRequest, killTurns } from "./kill-script.ts";

// A process that carries one ReAct run out in `folder` and dies at its `dieAt`-th crash point, if it gets that far.
const [folder = "", dieAt = "0"] = process.argv.slice(2);
const doom = createCrashPoints(Number(dieAt));

const outside = openOutside(join(folder, "outside.jsonl"));

/** Answers by how far the conversation has come, and leaves a mark for every answer that was paid for. */
const model: Model = {
  async call(request, call) {
    doom.point();
    const turn = request.messages.filter(({ role }) => role === "assistant").length;
    outside.do({ key: `turn:${turn}:model`, verb: "(model)", payload: {} });
    doom.point();
    return createScriptedModel(() => killTurns[turn] ?? { text: "too far" }).call(request, call);
  },
};

const store = doom.wrapStore(createSqliteStore(openDatabase({ path: join(folder, "planwright.db") })));
const react = createReact({
  store,
  verbs: createFaultVerbs(outside, doom.point),
  reasoner: createModelReasoner({ model, name: "test/one" }),
  clock: hurriedClock,
  log,
  ids: createTimeIds(clock),
  vetoes: [],
  parallel: 8,
});
const engine = createEmbeddedEngine({ jobs: store.jobs, lock: createFileLock(join(folder, "lock")), clock, log });
const alive = setInterval(() => undefined, 1000);
await engine.start({ [reactQueue]: react.handler });
const started = await react.start(killRequest, "acme");
if (!started.ok) throw new Error(JSON.stringify(started.issues));
const response = await react.result({ tenant: "acme", requestId: started.value.requestId });
await engine.stop();
await store.close();
clearInterval(alive);
console.log(JSON.stringify({ points: doom.points(), response }));
