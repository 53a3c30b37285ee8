/** One who carries out the same two plans: three steps one after another, and fifty of which 48 run side by side. */
export type Contender = { name: string; chain(): Promise<void>; fan(): Promise<void>; close(): Promise<void> };

export const chainLength = 3;
export const fanWidth = 50;

export type Peer = { file: string; name: string };

/** Those who do the same, in bench/peers. */
export const peers: readonly Peer[] = [
  { file: "langgraph", name: "LangGraph.js" },
  { file: "mastra", name: "Mastra" },
];
