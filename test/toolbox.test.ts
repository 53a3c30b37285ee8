import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { parseYaml } from "../src/plan/parse-yaml.ts";
import { createLazyKnowledge } from "../src/runtime/knowledge/knowledge.ts";
import { openBackend } from "../src/runtime/storage/backend.ts";
import { openToolbox } from "../src/runtime/toolbox/toolbox.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { createMemoryLog } from "../src/testing/memory-log.ts";
import { verbsSuite } from "../src/testing/verbs-suite.ts";
import { ToolsConfig } from "../src/tools/config/tools-config.ts";
import { needsApproval } from "../src/tools/policy/policy.ts";

/** A loopback HTTP server; the path selects its behaviour. */
async function startWeb() {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      seen.push({ request, body });
      const url = new URL(request.url ?? "/", "http://x");
      const json = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (url.pathname === "/echo") json(200, { data: { echo: url.searchParams.get("text") } });
      else if (url.pathname === "/fail") json(409, { detail: "no" });
      else if (url.pathname === "/big") response.end("x".repeat(Number(url.searchParams.get("bytes"))));
      else if (url.pathname === "/garbage") json(200, { oche: 1 });
      else if (url.pathname === "/verbs") json(200, answerVerb(body));
      else if (url.pathname.startsWith("/rates/")) json(200, { rate: 90.5, path: url.pathname });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on a port
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { seen, stop, at: `http://127.0.0.1:${port}` };
}

/** A remote verb router: `recall` answers, `broken` fails, anything else breaks the contract. */
function answerVerb(body: string): object {
  const { verb_id } = JSON.parse(body) as { verb_id: string };
  if (verb_id === "recall.fetch") return { ok: true, output: { fragments: ["a"] }, error: null };
  if (verb_id === "recall.fail") return { ok: false, output: null, error: { code: "no_index", message: "no index" } };
  return { result: 1 };
}

async function openWith(yaml: string, parts: Partial<Parameters<typeof openToolbox>[0]> = {}) {
  const parsed = parseYaml(ToolsConfig, { text: yaml, file: "tools.yaml" });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const folder = mkdtempSync(join(tmpdir(), "planwright-toolbox-"));
  const clock = createFakeClock();
  const log = createMemoryLog();
  const backend = openBackend({ folder });
  const knowledge = createLazyKnowledge(() => backend, clock);
  const env = { TOKEN: "s3cret" };
  const toolbox = await openToolbox({
    config: parsed.value,
    folder,
    dataFolder: folder,
    env,
    clock,
    log,
    knowledge,
    policies: [],
    ...parts,
  });
  const stopAll = async () => {
    await toolbox.stop();
    await backend.close();
    rmSync(folder, { recursive: true });
  };
  return { ...toolbox, clock, log, stop: stopAll };
}

verbsSuite("a configured toolbox", async () => {
  const web = await startWeb();
  const none = "{ type: object, properties: {}, additionalProperties: false }";
  const { verbs, clock, stop } = await openWith(`
allow: [127.0.0.1]
http:
  web.echo:
    url: ${web.at}/echo
    query: { text: "{text}" }
    input: { type: object, properties: { text: { type: string } }, required: [text], additionalProperties: false }
    pick: /data
  web.fail: { url: "${web.at}/fail", input: ${none} }
  web.hang: { url: "${web.at}/hang", input: ${none} }
  web.garbage: { url: "${web.at}/garbage", input: ${none}, output: { type: object, required: [echo] } }
  web.big:
    url: ${web.at}/big
    query: { bytes: "{bytes}" }
    input: { type: object, properties: { bytes: { type: integer } }, required: [bytes] }
`);
  return {
    verbs,
    clock,
    names: { echo: "web.echo", fail: "web.fail", hang: "web.hang", big: "web.big", garbage: "web.garbage" },
    stop: () => stop().then(() => web.stop()),
  };
});

describe("a configured toolbox", () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  const { signal } = new AbortController();
  const call = (verb_id: string, payload: Record<string, string | number>) => ({
    verb_id,
    payload,
    request_id: "r",
    caller: "c",
  });

  it("sends a write with key and secret, and logs neither", async () => {
    const web = await startWeb();
    const { verbs, log, stop } = await openWith(`
allow: [127.0.0.1]
http:
  rates.set:
    method: PUT
    url: ${web.at}/rates/{currency}
    headers: { authorization: { env: TOKEN, prefix: "Bearer " } }
    input: { type: object, properties: { currency: { type: string }, rate: { type: number } }, required: [currency, rate] }
    body: { value: "{rate}", source: "set to {rate}" }
    idempotency_header: Idempotency-Key
    effect: destructive
    retry: keyed
    tenants: [acme]
`);
    stops.push(stop, web.stop);
    expect(verbs.describe("rates.set", "acme")).toMatchObject({ effect: "destructive", retryClass: "keyed" });
    expect(verbs.describe("rates.set", "other")).toBeUndefined();
    const options = { signal, tenant: "acme", effectKey: "effect-7" };
    expect(await verbs.execute(call("rates.set", { currency: "RUB", rate: 90.5 }), options)).toMatchObject({
      ok: true,
    });
    expect(web.seen[0]).toMatchObject({
      body: '{"value":90.5,"source":"set to 90.5"}',
      request: { method: "PUT", headers: { authorization: "Bearer s3cret", "idempotency-key": "effect-7" } },
    });
    expect(JSON.stringify(log.lines)).not.toMatch(/s3cret|90\.5/);
  });

  it("executes the verbs of a remote router in the shape of contract 5", async () => {
    const web = await startWeb();
    const { verbs, stop } = await openWith(`
allow: [127.0.0.1]
routers:
  cortex:
    url: ${web.at}/verbs
    headers: { authorization: { env: TOKEN, prefix: "Bearer " } }
    verbs:
      recall.fetch: { description: Recalls., effect: read, input: { type: object, properties: { query: { type: string } } } }
      recall.fail: { effect: read }
      recall.odd: { effect: read }
      memory.write: {}
`);
    stops.push(stop, web.stop);
    const options = { signal, tenant: "acme" };
    expect(await verbs.execute(call("recall.fetch", { query: "x" }), options)).toEqual({
      ok: true,
      output: { fragments: ["a"] },
      error: null,
    });
    expect(JSON.parse(web.seen[0]?.body ?? "")).toEqual(call("recall.fetch", { query: "x" }));
    expect(web.seen[0]?.request.headers["authorization"]).toBe("Bearer s3cret");
    expect(await verbs.execute(call("recall.fail", {}), options)).toMatchObject({ error: { code: "no_index" } });
    expect(await verbs.execute(call("recall.odd", {}), options)).toMatchObject({ error: { code: "invalid_output" } });
    expect(verbs.describe("memory.write", "acme")).toMatchObject({ effect: "unknown", source: "router:cortex" });
  });

  it("uses only declared endpoints for lookups", async () => {
    const web = await startWeb();
    const { verbs, stop } = await openWith(`
allow: [127.0.0.1]
apis:
  rates:
    url: ${web.at}/rates/{currency}
    description: Exchange rates
    input: { type: object, properties: { currency: { type: string } }, required: [currency], additionalProperties: false }
    pick: /rate
`);
    stops.push(stop, web.stop);
    const ask = async (query: string, filters: Record<string, string>) => {
      const payload = { query, filters };
      const answer = await verbs.execute({ ...call("lookup.api", {}), payload }, { signal });
      return answer.ok ? answer.output : answer.error.code;
    };
    expect(await ask("rates", { currency: "RUB" })).toEqual({ query: "rates", result: 90.5 });
    expect(await ask("rates", {})).toBe("invalid_payload");
    expect(await ask("rates", { currency: "../echo" })).toEqual({ query: "rates", result: 90.5 });
    expect(web.seen.at(-1)?.request.url).toBe("/rates/..%2Fecho");
    expect(await ask("rate", { currency: "RUB" })).toBe("unknown_query");
  });

  it("enforces policies", async () => {
    const policies = [
      ({ verb }: { verb: { effect: string } }) =>
        verb.effect === "read" ? { kind: "allow" as const } : needsApproval("a write"),
    ];
    const { verbs, stop } = await openWith("demo: true", { policies });
    stops.push(stop);
    const vendor = call("create_vendor", { name: "New", email: "n@example.org" });
    expect(await verbs.execute(vendor, { signal, tenant: "t" })).toMatchObject({ error: { code: "needs_approval" } });
    expect(await verbs.execute(vendor, { signal, tenant: "t", approvedBy: "ann" })).toMatchObject({ ok: true });
  });

  it("reports duplicate tool names and keeps the first", async () => {
    const { verbs, problems, stop } = await openWith("http: { echo_tool: { url: 'https://x.example/' } }");
    stops.push(stop);
    expect(problems).toEqual([
      { source: "tools", message: "echo_tool from http:echo_tool is already registered from code" },
    ]);
    expect(verbs.describe("echo_tool")?.source).toBe("code");
  });

  it("fails demo tools on request", async () => {
    const { verbs, stop } = await openWith("demo: true\ndemo_faults: quote_lookup=error");
    stops.push(stop);
    const answer = await verbs.execute(call("quote_lookup", { quote_id: "Q-0192" }), { signal, tenant: "t" });
    expect(answer).toMatchObject({ error: { code: "tool_failed", message: "quote_lookup is switched to fail" } });
  });
});
