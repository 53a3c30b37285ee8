import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createClient } from "@redis/client";
import { createNodeRedisClient, Queue } from "bullmq";
import { Hono } from "hono";

// Read-only, without a sign-in: keep the port on 127.0.0.1 or behind your own.
const {
  REDIS_URL = "redis://127.0.0.1",
  REDIS_PREFIX = "planwright:planwright:public",
  HOST,
  PORT = "3000",
} = process.env;
const redis = createClient({ url: REDIS_URL });
redis.on("error", (error) => console.error(String(error)));
redis.setMaxListeners(0);
await redis.connect();

const keys = await redis.keys(`${REDIS_PREFIX}:*:meta`);
const names = keys.map((key) => key.slice(REDIS_PREFIX.length + 1, -":meta".length)).toSorted();
const options = { connection: createNodeRedisClient(redis), prefix: REDIS_PREFIX };
const board = new HonoAdapter(serveStatic);
createBullBoard({
  queues: names.map((name) => new BullMQAdapter(new Queue(name, options), { readOnlyMode: true })),
  serverAdapter: board,
});
const app = new Hono().route("/", board.registerPlugin());
serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST ?? "127.0.0.1" }, ({ port }) =>
  console.error(`Bull Board of ${names.length} queues at port ${port}`),
);
