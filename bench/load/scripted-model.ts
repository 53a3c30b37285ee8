import { createServer, type IncomingMessage } from "node:http";
import { isJsonObject } from "../../src/plan/json.ts";
import type { ModelAnswer, ModelRequest } from "../../src/ports/model.ts";
import { openaiWire } from "../../src/testing/model-server/openai-wire.ts";

// A model in its own process that calls a tool twice and then answers immediately, without state. It says where it
// listens to whoever forked it.
const turns = 2;

const server = createServer((incoming, response) => {
  answer(incoming).then(
    ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
    () => response.destroy(),
  );
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.(`http://127.0.0.1:${address.port}/v1`);
});

async function answer(incoming: IncomingMessage): Promise<{ type: string; text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if (!isJsonObject(body)) throw new Error("not a call");
  const call = openaiWire.read(body);
  const said = answerTo(call.request);
  if (call.stream) return { type: "text/event-stream", text: openaiWire.events(said, call).join("") };
  return { type: "application/json", text: JSON.stringify(openaiWire.answer(said, call)) };
}

function answerTo({ messages, model }: ModelRequest): ModelAnswer {
  const at = messages.filter(({ role }) => role === "tool").length;
  const usage = { model, inputTokens: 10, outputTokens: 5 };
  if (at >= turns) return { text: "It is done.", calls: [], stop: "end", usage };
  return { text: "", calls: [{ id: `c${at}`, name: "echo_tool", args: { text: `turn ${at}` } }], stop: "calls", usage };
}
