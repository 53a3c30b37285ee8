import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService } from "./support/cli-process.ts";

type ReceivedExport = { path: string; headers: IncomingHttpHeaders; body: Buffer };

// A collector that keeps what a real process sends it.
let collector: Server;
let endpoint: string;
const received: ReceivedExport[] = [];
const cwd = mkdtempSync(join(tmpdir(), "planwright-otlp-"));

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await buffer(request) });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`; // it listens on a port
});
afterAll(() => {
  collector.close();
  rmSync(cwd, { recursive: true });
});

async function serveOneRequest(env: Record<string, string>): Promise<ReceivedExport[]> {
  received.length = 0;
  const service = await startService({ cwd, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env } });
  expect((await fetch(`${service.url}/tools`)).status).toBe(200);
  await service.stop();
  return received;
}

const sentTo = (path: string): string =>
  received.flatMap((one) => (one.path === path ? [one.body.toString()] : [])).join();

describe("export by the standard variables", { timeout: 120_000 }, () => {
  it("sends spans and metrics with the given headers, name and protocol when the process ends", async () => {
    const [first] = await serveOneRequest({
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=k-1",
      OTEL_METRICS_EXPORTER: "otlp",
      OTEL_SERVICE_NAME: "billing-planner",
    });
    expect(first?.headers).toMatchObject({ "x-api-key": "k-1", "content-type": "application/json" });
    expect(sentTo("/v1/traces")).toContain('"name":"GET /tools"');
    expect(sentTo("/v1/traces")).toContain('"stringValue":"billing-planner"');
    expect(sentTo("/v1/metrics")).toContain('"planwright_http_requests_total"');
  });

  it("names the service planwright and speaks protobuf by default", async () => {
    const sent = await serveOneRequest({});
    const traces = sent.find(({ path }) => path === "/v1/traces");
    expect(traces?.headers["content-type"]).toBe("application/x-protobuf");
    expect(sentTo("/v1/traces")).toContain("planwright");
  });

  it("sends nothing if the SDK is disabled", async () => {
    expect(await serveOneRequest({ OTEL_SDK_DISABLED: "true" })).toEqual([]);
  });
});
