import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOptions, Measurement } from "./bench.ts";
import { commitEach, openBareContenders, sameCommits } from "./contenders/bare.ts";
import { ratesOf } from "./contenders/compare.ts";
import { type Contender, type Peer, peers } from "./contenders/contender.ts";
import { growth, resume, stepLatency } from "./contenders/growth.ts";
import { openPlanwright } from "./contenders/ours.ts";
import { openPeers } from "./contenders/peers.ts";
import { type Figure, figure } from "./figure.ts";
import { ratiosOf } from "./measure.ts";

type Case = { title: string; what: "chain" | "fan"; clients: number };
const cases: readonly Case[] = [
  { title: "3", what: "chain", clients: 1 },
  { title: "3", what: "chain", clients: 32 },
  { title: "50-step fan-out of", what: "fan", clients: 1 },
  { title: "50-step fan-out of", what: "fan", clients: 32 },
];

/** All contenders in one process, one after another in every round, each synced to the disk (synchronous=FULL). */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  try {
    const ours = { read: await openPlanwright(folder, "read"), write: await openPlanwright(folder, "write") };
    const { opened, skipped } = await openPeers(folder);
    const others = [...openBareContenders(folder), ...opened];
    const figures: Figure[] = [];
    for (const one of cases) figures.push(...(await compare(one, { ours, others, rounds: quick ? 2 : 7 })));
    for (const contender of [ours.read, ours.write, ...others]) await contender.close();
    const sizes = quick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000];
    figures.push(
      ...(await stepLatency(folder, "read")),
      ...(await stepLatency(folder, "write")),
      ...(await growth(folder, sizes)),
      ...(await resume(folder, sizes)),
    );
    return { figures, skipped };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Field = { ours: { read: Contender; write: Contender }; others: readonly Contender[]; rounds: number };

async function compare({ title, what, clients }: Case, { ours, others, rounds }: Field): Promise<Figure[]> {
  const all = [ours.read, ours.write, ...others];
  const rates = await ratesOf(
    all.map((one) => ({ name: one.name, work: one[what] })),
    { clients, rounds },
  );
  return (["read", "write"] as const).flatMap((steps) => {
    const own = rates.get(ours[steps].name) ?? [];
    const said = { table: "Runs", name: `${title} ${steps}s, ${clients} at a time`, better: "higher" } as const;
    return [
      figure({ ...said, what: "a second", unit: "/s" }, own),
      ...others
        .filter(({ name }) => steps === "read" || name !== sameCommits)
        .map((other) =>
          figure(
            { ...said, what: `to ${other.name}`, unit: "×", ...aimAgainst(other, clients) },
            ratiosOf(own, rates.get(other.name)),
          ),
        ),
    ];
  });
}

/** Three and twenty times a peer, half of what the disk and the processor allow. */
function aimAgainst({ name }: Contender, clients: number): { aim?: number } {
  if (peers.some((peer: Peer) => peer.name === name)) return { aim: clients === 1 ? 3 : 20 };
  return name === commitEach && clients > 1 ? { aim: 0.5 } : {};
}
