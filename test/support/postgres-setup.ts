import { postgresAbsent, startPostgres } from "./postgres-server.ts";
import { redisAbsent, startRedis } from "./redis-server.ts";

/** One Postgres and one Redis for `npm run test:postgres`; each test has its own schema and its own keys. */
export default async function setup(): Promise<() => Promise<void>> {
  if (postgresAbsent !== undefined) throw new Error(postgresAbsent);
  if (redisAbsent !== undefined) throw new Error(redisAbsent);
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  process.env["TEST_DATABASE_URL"] = postgres.url;
  process.env["TEST_REDIS_URL"] = redis.url;
  return async () => {
    await redis.stop();
    await postgres.stop();
  };
}
