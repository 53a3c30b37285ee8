import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { startPair } from "../support/postgres-pair.ts";
import { ownPostgresAbsent, startPostgres } from "../support/postgres-server.ts";
import { openServerWorld } from "../support/server-world.ts";
import { openGate } from "../support/tcp-gate.ts";
import { allDone, retryOnConflict, openOrderDesk, type OrderDesk } from "./support/order-desk.ts";

// The database goes away under those who work on it: nothing that was accepted is lost, nothing happens twice, and all go
// on by themselves.
const count = 24;
const settleWaitMs = 60_000;

describe.skipIf(ownPostgresAbsent !== undefined)(`a database that goes away ${ownPostgresAbsent ?? ""}`, () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const desk = (): OrderDesk => {
    const opened = openOrderDesk();
    closing.push(() => opened.close());
    return opened;
  };

  /** Runs are asked for all the while something happens to the database; then each is there once, and was executed once. */
  const workThrough = async (urls: { api: string; worker: string }, trouble: () => Promise<void>): Promise<void> => {
    const { orders, ...at } = desk();
    const [api] = [await at.open(urls.api, false), await at.open(urls.worker, true), await at.open(urls.worker, true)];
    const until = Date.now() + settleWaitMs;
    const asking = Array.from({ length: count }, (_, at) =>
      pause(at * 60).then(() => retryOnConflict(api, `k${at}`, until)),
    );
    const [made] = await Promise.all([Promise.all(asking), pause(300).then(trouble)]);
    const ids = made.map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
    expect(await allDone(api, ids)).toEqual(ids.map(() => "completed"));
    const expected = ids.map((id) => [`run:${id}:step:order`, 1] as const);
    expect(Object.fromEntries(orders)).toEqual(Object.fromEntries(expected));
  };

  it("crashes and comes back, twice", { timeout: 120_000 }, async () => {
    const server = await startPostgres({ own: true });
    closing.push(() => server.stop());
    await workThrough({ api: server.url, worker: server.url }, async () => {
      await server.restart?.("immediate");
      await pause(200);
      await server.restart?.("fast");
    });
  });

  it("loses its connections and the answers to its commits", { timeout: 120_000 }, async () => {
    const server = await startPostgres({ own: true });
    closing.push(() => server.stop());
    const [api, worker] = [await openGate(server.url), await openGate(server.url)];
    closing.push(
      () => api.shut(),
      () => worker.shut(),
    );
    await workThrough({ api: api.url, worker: worker.url }, async () => {
      for (let times = 0; times < 10; times += 1) {
        for (const gate of [api, worker]) gate.cutAfter("COMMIT");
        await pause(60);
      }
      for (const gate of [api, worker]) await gate.shut();
      await pause(300);
      for (const gate of [api, worker]) await gate.open();
    });
  });

  it("fails over to a standby that has every commit", { timeout: 120_000 }, async () => {
    const pair = await startPair();
    closing.push(() => pair.stop());
    const gate = await openGate(pair.url);
    closing.push(() => gate.shut());
    await workThrough({ api: gate.url, worker: gate.url }, async () => {
      await pair.failOver();
      gate.turnTo(pair.standbyUrl);
    });
  });

  it("answers 503 until it is back", { timeout: 120_000 }, async () => {
    const server = await startPostgres({ own: true });
    closing.push(() => server.stop());
    const world = await openServerWorld({ tools: { demo: true } }, { env: { DATABASE_URL: server.url } });
    closing.push(() => world.stop());
    const key = await world.key("acme", ["admin"]);
    const ask = async (): Promise<number> => (await world.call("listRuns", {}, key)).status;
    expect(await ask()).toBe(200);
    const back = new AbortController();
    const restarting = server.restart?.("immediate").then(() => back.abort());
    const seen = new Set<number>();
    while (!back.signal.aborted) seen.add(await ask());
    await restarting;
    expect([...seen].filter((status) => status !== 200)).toEqual([503]);
    for (let tries = 0; tries < 20 && (await ask()) !== 200; tries += 1) await pause(100);
    expect(await ask()).toBe(200);
  });
});
