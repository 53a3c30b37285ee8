import { setImmediate as nextTurn } from "node:timers/promises";
import { createClient, type RedisClientType } from "@redis/client";
import { afterAll, beforeAll, describe } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { redisAbsent, type RedisServer, startRedis } from "../../../test/support/redis-server.ts";
import { createPostgresLeases } from "../../store/postgres/leases.ts";
import { createPostgresStore } from "../../store/postgres/store.ts";
import { type EngineHost, engineSuite } from "../../testing/engine-suite.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createBullmqEngine } from "./engine.ts";

const absent = postgresAbsent ?? redisAbsent;

describe.skipIf(absent !== undefined)(`with Postgres and Redis ${absent ?? ""}`, () => {
  let server: RedisServer;
  let redis: RedisClientType;
  let hosts = 0;
  beforeAll(async () => {
    server = await startRedis();
    redis = createClient({ url: server.url });
    redis.on("error", () => undefined);
    await redis.connect();
  });
  afterAll(async () => {
    redis.destroy();
    await server.stop();
  });

  const openHost = async (): Promise<EngineHost> => {
    const schema = await openSchema();
    const { db } = schema;
    const store = createPostgresStore(db);
    const [clock, log, prefix] = [createFakeClock(), createMemoryLog(), `host-${(hosts += 1)}`];
    const parts = { jobs: store.jobs, clock, log, maxFailures: 3, redisUrl: server.url, prefix: async () => prefix };
    return {
      store,
      clock,
      open: (concurrency = 64, limits = {}) =>
        createBullmqEngine({
          ...parts,
          leases: createPostgresLeases(db, limits),
          hasLimits: Object.keys(limits).length > 0,
          concurrency,
        }),
      async settle() {
        // Redis delivers over other connections: a few round trips let everything that was set off arrive.
        for (let round = 0; round < 8; round += 1) {
          await redis.ping();
          await nextTurn();
          await schema.settled();
        }
      },
      stop: () => schema.drop(),
    };
  };
  engineSuite("BullMQ, on Postgres and Redis", openHost);
});
