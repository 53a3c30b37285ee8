// The Model Context Protocol over standard input and output, one JSON message a line. Nothing has to be installed for it.
import { createInterface } from "node:readline";

/** Offers tools by name: `{ description, inputSchema, run(args) }`, where `run` answers with an object or throws. */
export function serve(serverInfo, tools) {
  const methods = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
    ping: () => ({}),
    "tools/list": () => ({
      tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
    }),
    "tools/call": async ({ name, arguments: args = {} }) => {
      try {
        const answer = await tools[name].run(args);
        return { structuredContent: answer, content: [{ type: "text", text: JSON.stringify(answer) }] };
      } catch (error) {
        return { isError: true, content: [{ type: "text", text: error.message }] };
      }
    },
  };
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined) return; // a notification wants no answer
    const answer = Object.hasOwn(methods, method)
      ? { result: await methods[method](params) }
      : { error: { code: -32601, message: `there is no method ${method}` } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
  });
}
