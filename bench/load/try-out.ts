import { setTimeout as pause } from "node:timers/promises";
import { memoryMb } from "../fleet/child.ts";
import type { Driver } from "./forked.ts";
import type { Kind } from "./kinds.ts";
import type { Outcome, Phase, SecondOutcome } from "./outcome.ts";

export type Target = { kind: Kind; url: string; pid: number | undefined; keys: readonly string[]; driver: Driver };

/** The capacity for one kind of request. `memory` is in megabytes per second of the held phase. */
export type RateTrial = {
  highest: number;
  held: Outcome;
  twice: Outcome;
  fourTimes: Outcome;
  after: Outcome;
  /** Jobs that were due and not done at the end. */
  backlog: { held: number; after: number };
  recoverySeconds: number;
  memory: [second: number, megabytes: number][];
};

/** A rate is sustained while 99 % of the answers come within this time and none is rejected. */
export const boundMs = 200;

/** Fraction of the highest rate that passed for a few seconds; at the limit itself any delay would fail it. */
export const margin = 0.8;

type Length = { minutes: number; quick: boolean };

export async function tryOut(target: Target, { minutes, quick }: Length): Promise<RateTrial> {
  const drive = createDrive(target);
  const stepSeconds = quick ? 2 : 4;
  await drive([{ rate: 50, seconds: stepSeconds }]);
  const highest = await search(drive, stepSeconds);
  const rate = highest * margin;
  const watch = watchMemory(target.pid);
  const [held] = await drive([{ rate, seconds: minutes * 60 }]);
  const memory = watch();
  const heldBacklog = await backlogOf(target);
  const seconds = quick ? 4 : 10;
  const pressed = [2, 4].map((times): Phase => ({ rate: rate * times, seconds }));
  const [twice, fourTimes, after] = await drive([...pressed, { rate, seconds: 2 * seconds }]);
  if (held === undefined || twice === undefined || fourTimes === undefined || after === undefined)
    throw new Error("an outcome for each phase");
  const backlog = { held: heldBacklog, after: await backlogOf(target) };
  return { highest, held, twice, fourTimes, after, backlog, recoverySeconds: recoveryOf(after.each), memory };
}

type Drive = (phases: readonly Phase[]) => Promise<Outcome[]>;

function createDrive({ driver, url, keys, kind }: Target): Drive {
  let from = 1;
  let seed = 1;
  return async (phases) => {
    const outcomes = await driver.drive({ url, keys, kind, phases, from, seed });
    from += 10_000_000;
    seed += 1;
    return outcomes;
  };
}

/** Doubles the rate until it fails, then bisects; a rate fails when it fails twice. */
async function search(drive: Drive, seconds: number): Promise<number> {
  const passes = async (rate: number): Promise<boolean> => (await once(rate)) || (await once(rate));
  const once = async (rate: number): Promise<boolean> => {
    const [outcome] = await drive([{ rate, seconds }]);
    return outcome !== undefined && isSustained(outcome);
  };
  let low = 5;
  let high = 40;
  while (high < 20_000 && (await passes(high))) [low, high] = [high, high * 2];
  for (let turn = 0; turn < 3; turn += 1) {
    const middle = Math.sqrt(low * high);
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function isSustained({ p99, shed, wrong }: Outcome): boolean {
  return p99 <= boundMs && shed === 0 && wrong === 0;
}

/** Seconds from the end of the overload to the first three in a row without rejections or late answers. */
function recoveryOf(each: readonly SecondOutcome[]): number {
  const isWell = ({ shed, p99 }: SecondOutcome): boolean => shed === 0 && p99 <= boundMs;
  const at = each.findIndex((_, from) => from + 3 <= each.length && each.slice(from, from + 3).every(isWell));
  return at === -1 ? each.length : at;
}

/** Samples every second; the returned function stops and returns the samples. */
function watchMemory(pid: number | undefined): () => [number, number][] {
  const seen: [number, number][] = [];
  const timer = setInterval(() => {
    const megabytes = memoryMb(pid);
    if (megabytes !== undefined) seen.push([seen.length + 1, Math.round(megabytes * 10) / 10]);
  }, 1000);
  return () => {
    clearInterval(timer);
    return seen;
  };
}

/** Retries while the server rejects requests. */
async function backlogOf({ url, keys: [key = ""] }: Target): Promise<number> {
  for (let turn = 0; turn < 50; turn += 1) {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    const depth = /^planwright_queue_depth (\S+)$/m.exec(await response.text())?.[1];
    if (depth !== undefined) return Number(depth);
    await pause(100);
  }
  return Number.NaN;
}
