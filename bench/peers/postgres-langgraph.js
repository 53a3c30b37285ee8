import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";

/** LangGraph.js with its Postgres checkpointer, every checkpoint written before the next step. */
export async function open(url) {
  const saver = PostgresSaver.fromConnString(url);
  await saver.setup();
  const state = Annotation.Root({ n: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
  const graph = new StateGraph(state);
  for (const name of ["s0", "s1", "s2"]) graph.addNode(name, async () => ({ n: 1 }));
  graph.addEdge(START, "s0").addEdge("s0", "s1").addEdge("s1", "s2").addEdge("s2", END);
  const chain = graph.compile({ checkpointer: saver });
  let next = 0;
  return {
    async chain() {
      next += 1;
      const result = await chain.invoke({ n: 0 }, { configurable: { thread_id: `run-${next}` }, durability: "sync" });
      if (result.n !== 3) throw new Error("not every step was carried out");
    },
    close: () => saver.end(),
  };
}
