import { randomUUID } from "node:crypto";

/** The few commands of Redis that the leader needs. */
type LeaderClient = { eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown> };

const termMs = 3_000;

const take = `local owner = redis.call("GET", KEYS[1])
if owner == false or owner == ARGV[1] then redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2]) return 1 end
return 0`;
const give = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`;

export type Leader = { isLeader: () => Promise<boolean>; resign: () => Promise<void> };

/** One process at a time, by a key in Redis that expires. Not exact: two may lead for a moment. */
export function createLeader(client: LeaderClient, key: string): Leader {
  const own = randomUUID();
  return {
    isLeader: async () => (await client.eval(take, { keys: [key], arguments: [own, String(termMs)] })) === 1,
    async resign() {
      await client.eval(give, { keys: [key], arguments: [own] });
    },
  };
}
