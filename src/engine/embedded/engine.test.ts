import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lock } from "../../ports/engine.ts";
import type { Store } from "../../ports/store.ts";
import { openDatabase } from "../../store/sqlite/database.ts";
import { createFileLock } from "../../store/sqlite/file-lock.ts";
import { createSqliteStore } from "../../store/sqlite/store.ts";
import { type EngineHost, engineSuite } from "../../testing/engine-suite.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createEmbeddedEngine } from "./engine.ts";

engineSuite("embedded, in memory", async () => hostOf(createMemoryStore(), sharedLock()));

engineSuite("embedded, on SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-engine-"));
  const store = createSqliteStore(openDatabase({ path: join(folder, "test.db") }));
  const host = hostOf(store, () => createFileLock(join(folder, "lock")));
  return { ...host, stop: () => host.stop().then(() => rmSync(folder, { recursive: true })) };
});

function hostOf(store: Store, lock: () => Lock): EngineHost {
  const clock = createFakeClock();
  return {
    store,
    clock,
    open: (concurrency = 64, limits = {}) =>
      createEmbeddedEngine({ jobs: store.jobs, lock: lock(), clock, log: createMemoryLog(), concurrency, limits }),
    stop: () => store.close(),
  };
}

function sharedLock(): () => Lock {
  let holder: object | undefined;
  return () => {
    const self = {};
    return {
      tryAcquire: () => (holder ??= self) === self,
      release: () => void (holder = holder === self ? undefined : holder),
    };
  };
}
