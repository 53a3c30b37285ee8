import { type Figure, figure } from "../figure.ts";
import type { Kind } from "./kinds.ts";
import { type Outcome, settleWaitMs } from "./outcome.ts";
import { boundMs, type RateTrial } from "./try-out.ts";

const names: Readonly<Record<Kind, string>> = {
  plan: "plan, each a new request",
  run: "run of 3 reads",
  draft: "draft from words",
  react: "react, 2 calls of a tool and an answer",
};

export function figuresOf(kind: Kind, tried: RateTrial): Figure[] {
  const { held, twice, fourTimes, after, backlog, recoverySeconds, memory } = tried;
  const sustained = { table: `Sustained, p99 within ${boundMs} ms and nothing turned away`, name: names[kind] };
  const low = { ...sustained, better: "lower" } as const;
  return [
    figure({ ...sustained, what: "a second", unit: "/s", better: "higher" }, held.good / held.seconds),
    figure({ ...low, what: "held for", unit: "s" }, held.seconds),
    figure({ ...low, what: "p50", unit: "ms" }, held.p50),
    figure({ ...low, what: "p99", unit: "ms", aim: boundMs }, held.p99),
    figure({ ...low, what: "p99.9", unit: "ms" }, held.p999),
    figure({ ...low, what: "turned away or failed", unit: "", aim: 0 }, held.shed + held.wrong),
    figure({ ...low, what: "jobs left over", unit: "" }, backlog.held),
    figure({ ...low, what: "memory at the end", unit: "MB" }, memory.at(-1)?.[1] ?? Number.NaN),
    figure({ ...low, what: "growth of memory", unit: "MB/h" }, slopeOf(memory) * 3600),
    ...pressedFigures(`${kind}, 1×`, held, held),
    ...pressedFigures(`${kind}, 2×`, twice, held),
    ...pressedFigures(`${kind}, 4×`, fourTimes, held),
    ...pressedFigures(`${kind}, 1× again`, after, held),
    figure(
      {
        table: "After four times the rate",
        name: names[kind],
        what: "all well again after",
        unit: "s",
        better: "lower",
        aim: 10,
      },
      recoverySeconds,
    ),
    figure(
      { table: "After four times the rate", name: names[kind], what: "jobs left over", unit: "", better: "lower" },
      backlog.after,
    ),
  ];
}

/** Excess load is rejected, and at least 90 % of the sustained rate is still served. */
function pressedFigures(name: string, outcome: Outcome, base: Outcome): Figure[] {
  const rate = ({ good, seconds }: Outcome): number => good / seconds;
  const said = { table: "More than that", name };
  const low = { ...said, better: "lower" } as const;
  const isPressed = outcome !== base;
  const aim = isPressed ? { aim: 0.9 } : {};
  const others = Object.entries(outcome.statuses).filter(([status]) => !/^(2\d\d|429|503)$/.test(status));
  return [
    figure({ ...said, what: "good answers, to 1×", unit: "×", better: "higher", ...aim }, rate(outcome) / rate(base)),
    figure({ ...low, what: "sent", unit: "/s" }, outcome.rate),
    figure({ ...low, what: "p50", unit: "ms" }, outcome.p50),
    figure({ ...low, what: "p99", unit: "ms" }, outcome.p99),
    figure({ ...low, what: `later than ${settleWaitMs} ms`, unit: "" }, outcome.late),
    figure({ ...low, what: "429", unit: "" }, outcome.statuses["429"] ?? 0),
    figure({ ...low, what: "503", unit: "" }, outcome.statuses["503"] ?? 0),
    figure(
      { ...low, what: "anything else", unit: "", aim: 0 },
      others.reduce((sum, [, count]) => sum + count, 0),
    ),
    figure({ ...low, what: "the sender's own delay, p99", unit: "ms" }, outcome.late99),
  ];
}

/** Megabytes a second by least squares, without the first fifth, in which caches fill. */
function slopeOf(memory: readonly (readonly [number, number])[]): number {
  const own = memory.slice(Math.floor(memory.length / 5));
  const mean = (read: (one: readonly [number, number]) => number): number =>
    own.reduce((sum, one) => sum + read(one), 0) / own.length;
  const [x, y] = [mean(([at]) => at), mean(([, mb]) => mb)];
  const across = own.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return own.reduce((sum, [at, mb]) => sum + (at - x) * (mb - y), 0) / across;
}
