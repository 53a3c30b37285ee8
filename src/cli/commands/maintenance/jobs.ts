import { compact } from "../../../plan/compact.ts";
import type { DeadJobs } from "../../../ports/engine.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { columns } from "../../output/columns.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, UsageError } from "../../command.ts";
import { withBackend } from "../../workspace/working-folder.ts";

/** Shows what is due, running and dead in each queue, and what BullMQ has of it. */
export const queues: Handler = (invocation) =>
  withBackend(invocation, async ({ store, deliveries }) => {
    const now = systemClock.now();
    const depths = await store.jobs.depths(now);
    const stats = await deliveries?.(depths.map(({ queue }) => queue));
    const rows = depths.map(({ oldestDueAt = now, ...depth }) => ({
      ...depth,
      oldest_seconds: Math.max(0, now - oldestDueAt) / 1000,
      ...compact({ in_redis: stats && (stats.waiting[depth.queue] ?? 0) }),
    }));
    const texts = rows.map(({ queue, due, running, dead: gone, oldest_seconds: seconds, in_redis: inRedis }) => [
      queue,
      `${due} due`,
      `${running} running`,
      `${gone} dead`,
      `oldest ${seconds.toFixed(1)} s`,
      ...(inRedis === undefined ? [] : [`${inRedis} in Redis`]),
    ]);
    return print(invocation, { queues: rows }, columns(texts));
  });

/** Lists dead jobs. */
export const dead: Handler = (invocation) =>
  withDeadJobs(invocation, async (jobs) => {
    const rows = (await jobs.list(1000)).map(({ deadAt, ...job }) => ({
      ...job,
      dead_at: new Date(deadAt).toISOString(),
    }));
    return print(
      invocation,
      { jobs: rows },
      columns(rows.map((row) => [row.queue, row.key, row.tenant, row.dead_at, `${row.failures} times`, row.error])),
    );
  });

/** Revives a dead job; exit 1 if there is none with this key. */
export const revive: Handler = (invocation) =>
  withDeadJobs(invocation, async (jobs) => {
    const { args, io } = invocation;
    const [queue = "", key = ""] = args;
    if (flag(invocation, "all")) return reviveAll(invocation, jobs);
    if (key === "") throw new UsageError("name a queue and a key, or use --all");
    const revived = await jobs.revive({ queue, key }, systemClock.now());
    print(invocation, { queue, key, revived }, "");
    if (!revived) io.err(`planwright: ${key} in ${queue} is not a dead job. See planwright jobs dead.\n`);
    return revived ? exit.ok : exit.failed;
  });

async function reviveAll(invocation: Invocation, jobs: DeadJobs): Promise<ExitCode> {
  const [queue] = invocation.args;
  const revived = await jobs.reviveAll(compact({ now: systemClock.now(), queue }));
  return print(invocation, { revived }, `${revived} revived\n`);
}

function withDeadJobs(invocation: Invocation, work: (jobs: DeadJobs) => Promise<ExitCode>): Promise<ExitCode> {
  return withBackend(invocation, ({ deadJobs }) => work(deadJobs));
}
