/** A contender that runs the same two plans: three steps in sequence, and fifty steps of which 48 run in parallel. */
export type Contender = { name: string; chain(): Promise<void>; fan(): Promise<void>; close(): Promise<void> };

export const chainLength = 3;
export const fanWidth = 50;

export type Peer = { file: string; name: string };

/** The peers, in bench/peers. */
export const peers: readonly Peer[] = [
  { file: "langgraph", name: "LangGraph.js" },
  { file: "mastra", name: "Mastra" },
];
