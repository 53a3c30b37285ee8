import { performance } from "node:perf_hooks";

const sliceMs = 300;

export type Entrant = { name: string; work: () => Promise<void> };

/** Runs per second of each contender, one number per round. Every round runs each contender once. */
export async function ratesOf(
  entrants: readonly Entrant[],
  { clients, rounds }: { clients: number; rounds: number },
): Promise<Map<string, number[]>> {
  const rates = new Map(entrants.map(({ name }) => [name, [] as number[]]));
  for (const { work } of entrants) await slice(work, clients);
  for (let round = 0; round < rounds; round += 1)
    for (const { name, work } of entrants) rates.get(name)?.push(await slice(work, clients));
  return rates;
}

/** Runs per second over one slice of time; each client starts its next run when the previous one has ended. */
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
