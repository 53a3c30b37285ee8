import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";

// A collector that keeps the names of the spans it gets. Any OpenTelemetry backend can be in its place.
const Traces = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(z.object({ name: z.string() })) })) }),
  ),
});
const names = new Set<string>();
const collector = createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === "/v1/traces")
    for (const { scopeSpans } of Traces.parse(JSON.parse(body)).resourceSpans)
      for (const { spans } of scopeSpans) for (const { name } of spans) names.add(name);
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
collector.listen(0, "127.0.0.1");
await once(collector, "listening");
const bound = collector.address();
assert(bound !== null && typeof bound === "object");

// The server as `planwright start` runs it: the standard variables turn the export on, and no code is needed.
const index = import.meta.resolve("planwright");
const program = new URL(index.endsWith(".ts") ? "./cli/bin.ts" : "./cli/bin.js", index);
const env = {
  ...process.env,
  PORT: "0",
  PLANWRIGHT_DATA: mkdtempSync(join(tmpdir(), "planwright-")),
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${bound.port}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
};
const server = spawn(process.execPath, [program.pathname, "dev"], { env, stdio: ["ignore", "pipe", "ignore"] });
let printed = "";
for await (const chunk of server.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
  printed += String(chunk);
  if (/runs at (\S+)/.test(printed)) break;
}
const [, address = ""] = /runs at (\S+)/.exec(printed) ?? [];
const answer = await fetch(`${address}/plan`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ session_id: 1, message: "What is in quote Q-0192?", context: { company_id: 1 } }),
});
console.log(`POST /plan: ${answer.status}`);

// What is left is sent when the server stops.
const ended = once(server, "exit");
server.kill("SIGTERM");
await ended;
collector.close();
for (const name of [...names].toSorted()) console.log(`span ${name}`);
assert(names.has("POST /plan"));
