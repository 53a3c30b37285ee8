import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLedger } from "../../src/models/budget/ledger.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../src/testing/fake-ids.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "planwright-crash-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const limits = { tenant: { microCents: 1000, per: "total" } } as const;
const account = { tenant: "acme" };

/** A process that reserves money for a call, reports it, and never returns. */
function program(path: string): string {
  const load = (file: string): string =>
    JSON.stringify(pathToFileURL(resolve(import.meta.dirname, "../../src", file)).href);
  return `
    import { createLedger } from ${load("models/budget/ledger.ts")};
    import { openDatabase } from ${load("store/sqlite/database.ts")};
    import { createSqliteStore } from ${load("store/sqlite/store.ts")};
    const nothing = () => {};
    const store = createSqliteStore(openDatabase({ path: ${JSON.stringify(path)} }));
    const ledger = createLedger({
      store,
      clock: { now: () => 0, setTimer: () => nothing },
      ids: { next: () => "lost-call" },
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      limits: ${JSON.stringify(limits)},
    });
    await ledger.reserve({ account: { tenant: "acme" }, model: "test/one", microCents: 700 });
    process.stdout.write("put aside");
    setInterval(nothing, 1000);`;
}

it("keeps the reservation of a killed process and charges it once it expires", async () => {
  const path = join(folder, "books.db");
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program(path)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");

  const clock = createFakeClock(60_000);
  const store = createSqliteStore(openDatabase({ path }));
  const ledger = createLedger({ store, clock, ids: createFakeIds(), log: createMemoryLog(), limits });
  const wanted = { account, model: "test/one", microCents: 400 };
  const key = ledger.scopes(account)[0]?.key ?? "";
  expect(await ledger.reserve(wanted)).toMatchObject({ used: 700 });
  expect(await ledger.chargeAbandoned()).toBe(0);
  clock.advance(15 * 60_000);
  expect(await ledger.chargeAbandoned()).toBe(1);
  expect(await store.record({ tenant: "acme", kind: "budget.entry", id: "lost-call" })).toMatchObject({
    status: "lost",
    body: { micro_cents: 700 },
  });
  expect(await store.counter("acme", key)).toBe(700);
  expect(await ledger.reserve({ ...wanted, microCents: 300 })).not.toHaveProperty("used");
  await store.close();
});
