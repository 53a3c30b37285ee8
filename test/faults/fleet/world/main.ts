import { createServer } from "node:http";
import { z } from "zod";
import { openModelServer } from "../../../../src/testing/model-server/index.ts";
import { createScriptedModel } from "../../../../src/testing/scripted-model.ts";
import { answerHttp } from "./crm-http.ts";
import { answerMcp } from "./crm-mcp.ts";
import { createCrm } from "./crm.ts";
import { type WorldCall, writeDeed } from "./deed.ts";
import { answerAsModel } from "./mind.ts";

// The outside world as a process of its own: it outlives everything, and nothing it saw is forgotten.
const { file, slowMs } = z.object({ file: z.string(), slowMs: z.number() }).parse(JSON.parse(process.argv[2] ?? "{}"));
const keep = (deed: WorldCall): void => writeDeed(file, deed);
const now = (): number => Date.now();
const crm = createCrm({ keep, now, slowMs });
const mind = await openModelServer(createScriptedModel(answerAsModel(keep, now)));
const server = createServer((request, response) => {
  const answer = request.url?.startsWith("/mcp") === true ? answerMcp : answerHttp;
  answer(crm, request, response).catch(() => request.socket.destroy());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, mind: mind.url })}\n`);
});
// Whoever started it holds its standard input: it ends when they do.
process.stdin.resume().once("close", () => process.exit(0));
