import { join } from "node:path";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { openSqlite } from "./sqlite-driver.js";

class ScriptedModel extends BaseChatModel {
  constructor(turns) {
    super({});
    this.turns = turns;
  }
  _llmType() {
    return "scripted";
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    const at = messages.filter((message) => message.getType() === "tool").length;
    const call = { id: `c${at}`, name: "step", args: { n: at }, type: "tool_call" };
    const message = at < this.turns ? new AIMessage({ content: "", tool_calls: [call] }) : new AIMessage("done");
    return { generations: [{ text: "", message }] };
  }
}

/** LangGraph.js's prebuilt agent; with a folder, its SQLite checkpointer, synced and written before each next step. */
export async function open({ turns, folder }) {
  const step = tool(async ({ n }) => JSON.stringify({ n: n + 1 }), {
    name: "step",
    description: "One step.",
    schema: z.object({ n: z.number().int() }),
  });
  const saver = folder === undefined ? undefined : openSaver(join(folder, "react-langgraph.db"));
  const agent = createReactAgent({ llm: new ScriptedModel(turns), tools: [step], checkpointSaver: saver });
  let runs = 0;
  return {
    async loop() {
      runs += 1;
      const kept = saver === undefined ? {} : { configurable: { thread_id: `run-${runs}` }, durability: "sync" };
      const { messages } = await agent.invoke(
        { messages: [{ role: "user", content: "go" }] },
        { recursionLimit: 100, ...kept },
      );
      if (messages.at(-1).content !== "done") throw new Error("langgraph: no answer");
    },
    close: async () => saver?.db.close(),
  };
}

/** With its own driver where that was built for this Node, else with Node's: the same SQLite either way. */
function openSaver(path) {
  let saver;
  try {
    saver = SqliteSaver.fromConnString(path);
  } catch {
    saver = new SqliteSaver(openSqlite(path));
  }
  saver.db.pragma("journal_mode = WAL");
  saver.db.pragma("synchronous = FULL");
  return saver;
}
