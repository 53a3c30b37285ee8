import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { createRandom } from "../../src/testing/conformance/fuzz.ts";
import { askings, type Kind } from "./kinds.ts";
import { type Outcome, outcomeOf, type Phase, type Sample } from "./outcome.ts";

/** `from` is the number of the first request: no request is sent twice. */
export type Order = {
  url: string;
  keys: readonly string[];
  kind: Kind;
  phases: readonly Phase[];
  from: number;
  seed: number;
};

/** Most connections at once; more requests wait for one, and their waiting counts. */
const connections = 1_024;
const timeoutMs = 20_000;

/**
 * Sends at times that do not depend on the answers: the gaps are drawn from an exponential distribution, by a seed. A slow
 * answer holds nothing up, and a request that had to wait is measured from when it should have been sent.
 */
export async function openLoop({ url, keys, kind, phases, from, seed }: Order): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: "lifo" });
  const samples = phases.map((): Sample[] => []);
  const lateMs = phases.map((): number[] => []);
  const start = performance.now();
  const under = new Set<Promise<void>>();
  let number = from;
  for (const { phase, beginMs, atMs } of schedule(phases, seed)) {
    for (let now = elapsed(start); now < atMs; now = elapsed(start)) await pause(atMs - now);
    lateMs[phase]?.push(elapsed(start) - atMs);
    const key = keys[number % keys.length] ?? "";
    const answered = send({ agent, url, key, ...askings[kind](number) }).then((status) => {
      samples[phase]?.push({ second: Math.floor((atMs - beginMs) / 1000), ms: elapsed(start) - atMs, status });
      under.delete(answered);
    });
    under.add(answered);
    number += 1;
  }
  await Promise.all(under);
  agent.destroy();
  return phases.map((phase, at) => outcomeOf(phase, samples[at] ?? [], lateMs[at] ?? []));
}

function elapsed(start: number): number {
  return performance.now() - start;
}

/** When each request is scheduled, from the start of the first phase. */
function* schedule(
  phases: readonly Phase[],
  seed: number,
): Generator<{ phase: number; beginMs: number; atMs: number }> {
  const chance = createRandom(seed);
  let beginMs = 0;
  for (const [phase, { rate, seconds }] of phases.entries()) {
    const endMs = beginMs + seconds * 1000;
    const gap = (): number => (-Math.log(1 - chance()) * 1000) / rate;
    for (let atMs = beginMs + gap(); atMs < endMs; atMs += gap()) yield { phase, beginMs, atMs };
    beginMs = endMs;
  }
}

type SentRequestOptions = { agent: Agent; url: string; key: string; path: string; body: string };

/** The status after the whole answer was received; 0 without an answer. */
function send({ agent, url, key, path, body }: SentRequestOptions): Promise<number> {
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    authorization: `Bearer ${key}`,
  };
  return new Promise((resolve) => {
    const sent = request(`${url}${path}`, { method: "POST", agent, headers, timeout: timeoutMs }, (response) => {
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", () => resolve(0));
      response.resume();
    });
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve(0));
    sent.end(body);
  });
}
