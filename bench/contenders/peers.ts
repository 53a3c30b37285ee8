import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Contender, peers } from "./contender.ts";

export const peersHome = join(import.meta.dirname, "..", "peers");

/** Why the comparison with peers is missing; undefined where they are installed. */
export function peersAbsent(): string[] {
  if (existsSync(join(peersHome, "node_modules"))) return [];
  return ["what is measured against peers: npm --prefix bench/peers install --ignore-scripts"];
}

type Module = { open(folder: string): Promise<Omit<Contender, "name">> };

/** The peers that are installed; see bench/peers/package.json for why they are not with the other dependencies. */
export async function openPeers(folder: string): Promise<{ opened: Contender[]; skipped: string[] }> {
  const skipped = peersAbsent();
  if (skipped.length > 0) return { opened: [], skipped };
  const opened = peers.map(async ({ file, name }): Promise<Contender> => {
    const module: Module = await import(join(peersHome, `${file}.js`)); // the two files beside its package.json
    return { name, ...(await module.open(folder)) };
  });
  return { opened: await Promise.all(opened), skipped };
}
