import { once } from "node:events";
import { join } from "node:path";
import { type Child, startChild } from "../fleet/child.ts";
import type { Contender } from "./contender.ts";
import type { Answer, Order } from "./worker.ts";

/** Worker processes of one contender. `rest` gives when each job began. */
export type WorkerGroup = { work(): Promise<void>; rest(): Promise<Map<string, number>>; close(): Promise<void> };

const program = join(import.meta.dirname, "worker.ts");

export async function openCrew(
  { name, file, shape = "" }: Contender,
  url: string,
  workers: number,
): Promise<WorkerGroup> {
  const args = [program, name, file, shape, url];
  const crew: Child[] = [];
  for (let at = 0; at < workers; at += 1) {
    const child = startChild(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    await answerOf(child);
    crew.push(child);
  }
  const tell = (order: Order): Promise<Answer[]> =>
    Promise.all(
      crew.map((child) => {
        const answer = answerOf(child);
        child.process.send(order);
        return answer;
      }),
    );
  return {
    work: async () => void (await tell("work")),
    rest: async () => new Map((await tell("rest")).flatMap(({ began }) => began)),
    async close() {
      await tell("close");
      for (const child of crew) await child.stop();
    },
  };
}

async function answerOf({ process: child }: Child): Promise<Answer> {
  const ended = new AbortController();
  const gone = once(child, "exit", { signal: ended.signal }).then(() => {
    throw new Error("a worker of the bench has ended");
  });
  try {
    const answer: Answer = (await Promise.race([once(child, "message"), gone]))[0];
    return answer;
  } finally {
    ended.abort();
  }
}
