import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { openBareContenders } from "./contenders/bare.ts";
import type { Contender } from "./contenders/contender.ts";
import { growth, resume, stepLatency } from "./contenders/growth.ts";
import { openPlanwright } from "./contenders/ours.ts";
import { openPeers } from "./contenders/peers.ts";
import { print, quantile, round, type Section } from "./measure.ts";

const rounds = 7;
const sliceMs = 300;

type Case = { title: string; what: "chain" | "fan"; clients: number };
const cases: readonly Case[] = [
  { title: "3 steps, one run at a time", what: "chain", clients: 1 },
  { title: "3 steps, 32 runs at a time", what: "chain", clients: 32 },
  { title: "50-step fan-out, one run at a time", what: "fan", clients: 1 },
  { title: "50-step fan-out, 32 runs at a time", what: "fan", clients: 32 },
];

/** All contenders in one process, one after another in every round, each synced to the disk (synchronous=FULL). */
export async function run(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bench-"));
  try {
    const contenders = [
      await openPlanwright(folder, "read"),
      await openPlanwright(folder, "write"),
      ...openBareContenders(folder),
      ...(await openPeers(folder)),
    ];
    const sections: Section[] = [];
    for (const one of cases) sections.push(await compare(one, contenders));
    for (const contender of contenders) await contender.close();
    sections.push(
      await stepLatency(folder, "read"),
      await stepLatency(folder, "write"),
      await growth(folder),
      await resume(folder),
    );
    print(sections, args);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare({ title, what, clients }: Case, contenders: readonly Contender[]): Promise<Section> {
  const rates = contenders.map((): number[] => []);
  for (const contender of contenders) await slice(contender[what], clients);
  for (let turn = 0; turn < rounds; turn += 1)
    for (const [at, contender] of contenders.entries()) rates[at]?.push(await slice(contender[what], clients));
  const ours = rates[0] ?? [];
  const rows = contenders.map(({ name }, at) => {
    const own = rates[at] ?? [];
    const ratio = quantile(
      ours.map((rate, turn) => rate / (own[turn] ?? Number.NaN)),
      0.5,
    );
    return { name, "runs/s": Math.round(quantile(own, 0.5)), "first is faster by": round(ratio) };
  });
  return { title, rows };
}

/** Runs a second over one slice of time, each client beginning its next run when the last has ended. */
async function slice(work: () => Promise<void>, clients: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const client = async (): Promise<void> => {
    do {
      await work();
      done += 1;
    } while (performance.now() - start < sliceMs);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done * 1000) / (performance.now() - start);
}
