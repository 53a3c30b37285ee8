import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { openRedisBus } from "../../../src/bus/redis-bus.ts";
import { createChance } from "../../support/seeded-random.ts";
import { carryOutChaos, healAll } from "./chaos/carry-out.ts";
import { type FaultKind, sayFault, type TimedFault } from "./chaos/fault.ts";
import { planChaos } from "./chaos/plan.ts";
import { check } from "./check/check.ts";
import type { AgentTerms, Evidence, Violation } from "./check/evidence.ts";
import { agents, channels, fewRuns } from "./config.ts";
import { readEvidence } from "./final-state.ts";
import { createHistory, type History } from "./history.ts";
import { type Installation, type InstallationOptions, openInstallation } from "./installation.ts";
import type { LoadContext } from "./load/load-context.ts";
import { startLoad } from "./load/load.ts";
import { operate } from "./load/operator.ts";
import type { Member } from "./member.ts";

export type SuiteOptions = InstallationOptions & {
  seed: number;
  lastsMs: number;
  everyMs: number;
  kinds: readonly FaultKind[];
  clients: number;
  /** How long a fleet that nothing is done to any more may go with the same things undone. */
  restMs: number;
  say: (line: string) => void;
  signal: AbortSignal;
};

export type SuiteResult = {
  chaos: readonly TimedFault[];
  evidence: Evidence;
  violations: readonly Violation[];
  deaths: readonly string[];
  /** From the last fault until everything had ended. */
  restedMs: number;
};

/** The fleet under load and chaos until the time is over; then what is wrong with what came of it. */
export async function runSuite(installation: Installation, options: SuiteOptions): Promise<SuiteResult> {
  const { seed, lastsMs, say, signal } = options;
  const { members, folder } = installation;
  const history = createHistory(join(folder, "history.jsonl"), Date.now);
  const chaos = planChaos({
    ...options,
    leaseMs: options.leaseSeconds * 1000,
    members: members.map(({ name }) => name),
    chance: chanceOf(seed, 0),
  });
  for (const timed of chaos) say(sayFault(timed));
  await allUp(installation, signal);
  say("the fleet is up");
  const from = Date.now();
  const context = await openGround(installation, history, { ...options, from });
  const operator = new AbortController();
  try {
    const load = startLoad(context, options.clients);
    const operating = operate(installation, operator.signal);
    const inflicting = carryOutChaos(chaos, {
      installation,
      burst: (fault) => load.burst(fault),
      note: (what) => history.note(what),
      signal,
    });
    await pause(lastsMs, undefined, { signal }).catch(() => undefined);
    await inflicting;
    healAll(installation);
    const healedAt = Date.now();
    say("everything is healed; the fleet may come to rest");
    await load.stop();
    if (signal.aborted) throw new Error("it was interrupted");
    await allUp(installation, signal);
    const terms = termsOf({ from, to: healedAt });
    const evidence = await rest({ ...options, installation, terms }, () => history.operations());
    operator.abort();
    await operating;
    const deaths = members.flatMap((member) => member.deaths.map((said) => `${member.name}: ${said}`));
    return { chaos, evidence, violations: check(evidence), deaths, restedMs: Date.now() - healedAt };
  } finally {
    operator.abort();
    await context.bus.close();
  }
}

async function openGround(
  installation: Installation,
  history: History,
  { seed, from, lastsMs, restMs, signal }: SuiteOptions & { from: number },
): Promise<LoadContext> {
  let last = 0;
  return {
    installation,
    history,
    bus: await openRedisBus({ url: installation.redis.url, log: quiet, consumer: "clients" }),
    chance: chanceOf(seed, 1),
    next: () => (last += 1),
    until: () => (signal.aborted ? 0 : from + lastsMs + restMs),
  };
}

/** Opens, runs, closes whatever happens, and keeps the folder where something was wrong. */
export async function withInstallation<T>(
  options: SuiteOptions,
  work: (installation: Installation) => Promise<{ value: T; keep: boolean }>,
): Promise<T> {
  const installation = await openInstallation(options);
  let keep = true;
  try {
    const done = await work(installation);
    keep = done.keep;
    return done.value;
  } finally {
    if (keep) options.say(`what is known is in ${installation.folder}`);
    await installation.close(keep);
  }
}

/** Seeds that stand side by side shall not begin alike. */
function chanceOf(seed: number, stream: number): (below: number) => number {
  return createChance(Math.imul(seed * 2 + stream, 2_654_435_761) >>> 0);
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

async function allUp({ members }: Installation, signal: AbortSignal): Promise<void> {
  const until = Date.now() + 120_000;
  for (;;) {
    const standings = await Promise.all(members.map((member) => standingOf(member)));
    const wrong = standings.filter((standing) => standing !== undefined);
    if (wrong.length === 0 || signal.aborted) return;
    if (Date.now() > until) throw new Error(`the fleet did not come up:\n${wrong.join("\n")}`);
    await pause(100);
  }
}

/** What is wrong with a process that does not take traffic. */
async function standingOf(member: Member): Promise<string | undefined> {
  const url = member.url();
  const say = (what: string): string => `${member.name} ${what}; it said: ${member.said()}`;
  if (url === undefined) return say("does not listen");
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  const body = await answer?.text();
  return answer?.status === 200 ? undefined : say(`is not ready: ${body}`);
}

const longestRestMs = 600_000;

type RestOptions = Pick<SuiteOptions, "say" | "signal" | "restMs"> & {
  installation: Installation;
  terms: AgentTerms[];
};

/**
 * Looks until nothing is wrong any more, for as long as it is not the same things that are: a line of runs may be long, the
 * machine slow, and what is read one after the other not of one moment. What stays wrong is held against the fleet.
 */
async function rest(parts: RestOptions, operations: () => Evidence["operations"]): Promise<Evidence> {
  const { restMs, say, signal } = parts;
  const atLast = Date.now() + longestRestMs;
  let before = "";
  let until = 0;
  for (;;) {
    const evidence = await readEvidence({ ...parts, operations: operations() });
    const open = check(evidence);
    const now = open.map(({ about }) => about).join(" ");
    if (now !== before) until = Math.min(atLast, Date.now() + restMs);
    before = now;
    if (open.length === 0 || Date.now() > until || signal.aborted) return evidence;
    say(`${open.length} things are not as they should be: ${open[0]?.message}`);
    await pause(1_000);
  }
}

function termsOf(minutes: { from: number; to: number }): AgentTerms[] {
  const both = Object.values(channels);
  const free = { channels: both, perDay: 100_000, mayWrite: true, mustRun: false };
  return [
    { ...free, agent: agents.all, mustRun: true, minutes },
    { ...free, agent: agents.few, perDay: fewRuns },
    { ...free, agent: agents.line },
    { ...free, agent: agents.greedy, channels: [], mayWrite: false, minutes },
  ];
}
