import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PlanwrightOptions, openPlanwright, unwrapOrThrow } from "planwright";
import { react } from "planwright/contracts";
import { createScriptedModel, openModelServer, type ScriptTurn } from "planwright/testing";

/** One reasoning run, and every turn of its trace. */
async function reason(title: string, config: string, parts: PlanwrightOptions = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-"));
  writeFileSync(join(folder, "planwright.yaml"), config);
  const opened = unwrapOrThrow(await openPlanwright({ folder, ...parts }));
  await opened.start();
  const request = react.PlanReactRequest.parse({
    goal: { description: "what is in quote Q-0192?" },
    toolset: [{ tool_id: "quote_lookup" }], // the only tools this run may use
    limits: { max_steps: 4, timeout_seconds: 60 },
  });
  const { requestId } = unwrapOrThrow(await opened.react.start(request, "local"));
  const response = await opened.react.result({ tenant: "local", requestId });
  await opened.stop();
  assert.equal(response?.status, "ok");
  console.log(title);
  for (const { thought, action } of response.trace)
    console.log(`  thought: ${thought ?? "none"} → ${action === null ? "answer" : action.tool_id}`);
  console.log(`  answer: ${response.final_answer.content.slice(0, 60)}`);
  return response.final_answer.content;
}

// 1. Without a model the grammar planner reasons: it costs nothing and answers from what it saw.
const demo = "tools: { demo: true }\npacks: [small-business]\n";
const plain = await reason("no model", demo);
assert.match(plain, /Q-0192/);

// 2. In a test, a model that says what the script says, and fails where it was not shown what the script expects.
const turns: ScriptTurn[] = [
  { thought: "I need the quote.", calls: [{ name: "quote_lookup", args: { quote_id: "Q-0192" } }] },
  { thought: "There it is.", text: "It is a quote of a vendor.", expects: /"quote_id": ?"Q-0192"/ },
];
const scripted = createScriptedModel(turns);
await reason("a scripted model", demo, { reasoning: { model: scripted, name: "script" } });
scripted.assertComplete();

// 3. A model on this machine. Ollama, vLLM and llama.cpp speak the same format as this stand-in does.
const local = await openModelServer(turns);
const models = `models:
  endpoints:
    local: { provider: openai-compatible, model: qwen3:8b, base_url: "${local.url}" }
`;
await reason("a model behind an OpenAI-compatible server", `${demo}${models}`);
local.assertComplete();
console.log(`  ${local.requests.length} requests to ${new URL(local.url).pathname}/chat/completions`);
await local.close();
