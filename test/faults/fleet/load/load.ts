import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "../chaos/fault.ts";
import { makeDraft } from "./drafts.ts";
import { tellOverHttp, tellOverRedis } from "./events.ts";
import type { LoadContext } from "./load-context.ts";
import { reason } from "./react.ts";
import { makePlan, runAgain, startRun } from "./runs.ts";

type Client = (context: LoadContext) => Promise<void>;

/** The requests and their share in percent. */
const mix: readonly (readonly [weight: number, client: Client])[] = [
  [35, startRun],
  [5, runAgain],
  [20, makeDraft],
  [10, tellOverHttp],
  [10, tellOverRedis],
  [15, reason],
  [5, makePlan],
];

export type Load = {
  burst(fault: Extract<Fault, { kind: "burst" }>): void;
  /** Begins nothing more; resolves when all that was begun has its outcome. */
  stop(): Promise<void>;
};

/** Clients that ask for one thing after the other, each chosen by the seed. */
export function startLoad(context: LoadContext, clients: number): Load {
  const stopping = new AbortController();
  const extra: Promise<void>[] = [];
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await choose(context.chance(100))(context);
      await pause(50 + context.chance(200), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const working = Array.from({ length: clients }, work);
  return {
    burst({ runs, events }) {
      for (let at = 0; at < runs; at += 1) extra.push(startRun(context));
      for (let at = 0; at < events; at += 1) extra.push((at % 2 === 0 ? tellOverHttp : tellOverRedis)(context));
    },
    async stop() {
      stopping.abort();
      await Promise.all(working);
      await Promise.all(extra);
    },
  };
}

function choose(dice: number): Client {
  let left = dice;
  for (const [weight, client] of mix) {
    if (left < weight) return client;
    left -= weight;
  }
  return startRun;
}
