import { join } from "node:path";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { openSqlite } from "./sqlite-driver.js";

/** LangGraph.js with its SQLite checkpointer, every checkpoint written before the next step, every commit synced. */
export async function open(folder) {
  const saver = openSaver(join(folder, "langgraph.db"));
  saver.db.pragma("journal_mode = WAL");
  saver.db.pragma("synchronous = FULL");
  const chain = chainOf(3).compile({ checkpointer: saver });
  const fan = fanOf(50).compile({ checkpointer: saver });
  let next = 0;
  const invoke = (graph) => async () => {
    next += 1;
    const config = { configurable: { thread_id: `run-${next}` }, durability: "sync" };
    const result = await graph.invoke({ n: 0 }, config);
    if (result.n === 0) throw new Error("nothing happened");
  };
  return { chain: invoke(chain), fan: invoke(fan), close: async () => saver.db.close() };
}

/** With its own driver where that was built for this Node, else with Node's: the same SQLite either way. */
function openSaver(path) {
  try {
    return SqliteSaver.fromConnString(path);
  } catch {
    return new SqliteSaver(openSqlite(path));
  }
}

const State = Annotation.Root({ n: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });

function chainOf(length) {
  const graph = new StateGraph(State);
  for (let at = 0; at < length; at += 1) graph.addNode(`s${at}`, async () => ({ n: 1 }));
  graph.addEdge(START, "s0");
  for (let at = 1; at < length; at += 1) graph.addEdge(`s${at - 1}`, `s${at}`);
  return graph.addEdge(`s${length - 1}`, END);
}

function fanOf(width) {
  const graph = new StateGraph(State);
  graph.addNode("first", async () => ({ n: 1 })).addNode("last", async () => ({ n: 1 }));
  graph.addEdge(START, "first").addEdge("last", END);
  for (let at = 0; at < width - 2; at += 1) {
    graph.addNode(`s${at}`, async () => ({ n: 1 }));
    graph.addEdge("first", `s${at}`).addEdge(`s${at}`, "last");
  }
  return graph;
}
