import { expect } from "vitest";

// No request, whatever its form, holds the event loop: between two turns of the loop the main thread may use 100 ms of
// processor time at most, so /healthz answers meanwhile. Processor time does not depend on the load of the machine; the
// slower of two tries is dropped, because the first one compiles the code.
export const maxTurnMs = 100;

/** The most processor time the main thread used between two turns of the loop while a request was served, in milliseconds. */
export async function longestTurn(request: Request): Promise<number> {
  return Math.min(await measure(request, 0), await measure(request, 1));
}

/** The tries should differ where answers are remembered. */
type Request = (attempt: 0 | 1) => Response | Promise<Response>;

async function measure(request: Request, attempt: 0 | 1): Promise<number> {
  let longest = 0;
  let isOver = false;
  let since = process.threadCpuUsage();
  const stopped = Promise.withResolvers<void>();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(since);
    longest = Math.max(longest, (user + system) / 1000);
    if (isOver) return stopped.resolve();
    since = process.threadCpuUsage();
    setImmediate(turn);
  };
  setImmediate(turn);
  const response = await request(attempt);
  await response.arrayBuffer();
  expect(response.status).not.toBe(500);
  isOver = true;
  await stopped.promise;
  return longest;
}
