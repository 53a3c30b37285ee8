import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";

const home = join(import.meta.dirname, "..", "peers");
const names = { langgraph: "LangGraph.js", mastra: "Mastra" } as const;

type Module = { open(folder: string): Promise<Omit<Contender, "name">> };

/** The peers that are installed; see bench/peers/package.json for why they are not with the other dependencies. */
export async function openPeers(folder: string): Promise<Contender[]> {
  if (!existsSync(join(home, "node_modules"))) {
    console.error("The peers are not installed: npm --prefix bench/peers install --ignore-scripts");
    return [];
  }
  const opened = Object.entries(names).map(async ([file, name]): Promise<Contender> => {
    const module = (await import(join(home, `${file}.js`))) as Module; // the two files beside its package.json
    return { name, ...(await module.open(folder)) };
  });
  return Promise.all(opened);
}
