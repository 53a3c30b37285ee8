import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exit } from "../src/cli/command.ts";
import { runCli } from "./support/run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-tools-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fixture = join(import.meta.dirname, "fixtures/mcp-stdio.ts");
const serverYaml = (options = "{}") => `tools:
  mcp:
    fx:
      command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(fixture)}, '${options}']
      tools: { echo: { effect: read } }
`;

async function planwright(words: readonly string[], yaml?: string, env: Record<string, string> = {}) {
  if (yaml !== undefined) writeFileSync(join(folder, "planwright.yaml"), yaml);
  const config = yaml === undefined ? [] : ["--config", join(folder, "planwright.yaml")];
  return runCli([...words, ...config, "--data", join(folder, "data")], {
    files: { "-": '{"text":"from stdin"}' },
    env,
  });
}

describe("planwright tools", () => {
  it("lists the built-in and demo tools without a configuration", async () => {
    const { code, out } = await planwright(["tools", "list", "--json"]);
    const listed = JSON.parse(out) as { manifest_hash: string; tools: { name: string; effect: string }[] };
    expect(code).toBe(exit.ok);
    expect(listed.manifest_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(listed.tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(["echo_tool", "http.get", "lookup.database", "create_purchase_order"]),
    );
  });

  it.each([
    [["tools", "show", "quote_lookup"], exit.ok, "retry      safe"],
    [["tools", "show", "quote_lokup"], exit.usage, "Did you mean quote_lookup?"],
    [["tools", "call", "echo_tool", '{"text":"hi"}'], exit.ok, '"echo": "hi"'],
    [["tools", "call", "echo_tool", "-"], exit.ok, '"echo": "from stdin"'],
    [["tools", "call", "echo_tool"], exit.contract, "invalid_payload"],
    [["tools", "call", "echo_tool", "{"], exit.usage, "the payload is not JSON"],
    [["tools", "call", "echo_tool", "[]"], exit.usage, "the payload must be a JSON object"],
    [["tools", "call", "quote_lookup", '{"quote_id":"Q-0129"}'], exit.failed, "Did you mean Q-0192?"],
    [["tools", "call", "http.get", '{"url":"http://127.0.0.1:1/"}'], exit.failed, "address_refused"],
    [["tools", "call", "lookup.database", '{"query":"x"}'], exit.failed, "none is configured"],
    [["tools", "pin", "nobody"], exit.usage, 'there is no server "nobody"'],
  ])("%j ends with %s", async (words, code, text) => {
    const answer = await planwright(words);
    expect(answer.out + answer.err).toContain(text);
    expect(answer.code).toBe(code);
  });

  it("acts once per effect key, over two commands", async () => {
    const words = [
      "tools",
      "call",
      "create_vendor",
      '{"name":"Once","email":"o@example.org"}',
      "--key",
      "k",
      "--approve",
      "--json",
    ];
    const first = await planwright(words);
    expect(first.code).toBe(exit.ok);
    expect(await planwright(words)).toEqual(first);
  });

  it("pins a server, detects drift, and allows writes again only after a new pin", async () => {
    const write = ["tools", "call", "fx.write", '{"name":"a"}', "--approve"];
    expect(await planwright(["tools", "check"], serverYaml())).toMatchObject({
      code: exit.failed,
      out: "fx: unpinned\n",
    });
    expect(await planwright(write, serverYaml())).toMatchObject({ code: exit.failed });
    expect((await planwright(["tools", "pin"], serverYaml())).out).toMatch(/^fx {2}[0-9a-f]{16} {2}11 tools\n$/);
    expect(await planwright(["tools", "check", "--json"], serverYaml())).toMatchObject({
      code: exit.ok,
      out: '{"servers":[{"server":"fx","state":"ok","drift":[]}]}\n',
    });
    expect((await planwright(write, serverYaml())).code).toBe(exit.ok);
    const changed = serverYaml('{"changedTool":true}');
    const drifted = await planwright(["tools", "check", "fx"], changed);
    expect(drifted.code).toBe(exit.failed);
    expect(drifted.out).toMatch(/write has changed at \/description: it was "Write a name" and is "Write a name, and/);
    expect((await planwright(write, changed)).err).toContain("manifest_drift");
    expect((await planwright(["tools", "pin", "fx"], changed)).err).toContain("write has changed at /description");
    expect((await planwright(write, changed)).code).toBe(exit.ok);
    expect(readFileSync(join(folder, "planwright.pins.json"), "utf8")).not.toContain("readOnlyHint");
  });

  it("warns about a rule for an unknown tool", async () => {
    const { err } = await planwright(["tools", "list"], serverYaml().replace("echo:", "ehco:"));
    expect(err).toBe('warning: mcp fx: there is no tool "ehco"; did you mean echo?\n');
  });

  it("refuses to start with an invalid pins file", async () => {
    writeFileSync(join(folder, "planwright.pins.json"), '{"version":2}');
    const { code, err } = await planwright(["tools", "list"], serverYaml());
    expect([code, err]).toEqual([exit.failed, expect.stringContaining("is not a valid pins file")]);
  });

  it("opens everything in a configuration, and reports unavailable sources", async () => {
    mkdirSync(join(folder, "sub"));
    const db = new DatabaseSync(join(folder, "sub/shop.db"));
    db.exec("CREATE TABLE parts (sku TEXT, tenant TEXT); INSERT INTO parts VALUES ('BRG', 'acme'), ('MTR', 'other')");
    db.close();
    writeFileSync(
      join(folder, "shop.yaml"),
      'openapi: 3.1.0\nservers: [{ url: "https://shop.example" }]\npaths: { /orders: { get: { operationId: orders, responses: {} } } }\n',
    );
    const yaml = `tools:
  openapi:
    shop: { document: shop.yaml, prefix: s, headers: { x-key: { env: SHOP_KEY, prefix: "Key " } } }
    lost: { document: none.yaml }
  http:
    crm.find:
      url: https://crm.example/deals/{id}
      headers: { authorization: { env: CRM_TOKEN } }
      input: { type: object, properties: { id: { type: string } }, required: [id] }
  databases:
    shop:
      sqlite: sub/shop.db
      queries: { parts: { sql: "SELECT sku FROM parts WHERE tenant = :tenant" } }
  apis:
    rates: { url: "https://rates.example/latest", description: Exchange rates }
  mcp:
    gone: { command: [${JSON.stringify(join(folder, "no-such-program"))}] }
    closed: { url: "http://127.0.0.1:9/mcp" }
`;
    const listed = await planwright(["tools", "list"], yaml, { SHOP_KEY: "s3cret" });
    expect(listed.code).toBe(exit.ok);
    expect(listed.out).toMatch(/^s\.orders +read +openapi:shop/m);
    expect(listed.out).not.toContain("quote_lookup");
    expect(listed.err.split("\n").filter(Boolean).toSorted()).toEqual([
      expect.stringMatching(/^warning: http crm\.find: CRM_TOKEN is not set in the environment$/),
      expect.stringMatching(/^warning: mcp closed: 127\.0\.0\.1 leads to 127\.0\.0\.1, which is loopback/),
      expect.stringMatching(/^warning: mcp gone: the server cannot be reached/),
      expect.stringMatching(/^warning: openapi lost: none\.yaml: ENOENT/),
    ]);
    const env = { SHOP_KEY: "s3cret", CRM_TOKEN: "t0ken" };
    expect((await planwright(["tools", "list"], yaml, env)).out).toMatch(/^crm\.find +read +http:crm\.find/m);
    const rows = await planwright(
      ["tools", "call", "lookup.database", '{"query":"parts"}', "--tenant", "acme", "--json"],
      yaml,
    );
    expect(JSON.parse(rows.out)).toMatchObject({ output: { query: "parts", rows: [{ sku: "BRG" }] } });
    const shown = await planwright(["tools", "show", "lookup.api"], yaml, env);
    expect(shown.out).toContain("- rates: Exchange rates");
    expect(JSON.stringify([listed, rows, shown])).not.toMatch(/s3cret|t0ken/);
  });

  it("reports file, line, column and next step of every error in a configuration", async () => {
    const yaml = `tools:
  allow: ["10.0.0.0/99"]
  demo_faults: everything
  mcp:
    both: { command: [a], url: "https://x.example" }
    ftp: { url: "ftp://x.example" }
  http:
    find: { url: "https://{host}/x", query: { q: "{txt}" }, input: { properties: { text: {} } } }
  databases:
    d: { sqlite: d.db, queries: { q: { sql: "SELECT :who" } } }
`;
    const { code, err, out } = await planwright(["tools", "list", "--json"], yaml);
    expect(code).toBe(exit.contract);
    const places = err
      .split("\n")
      .flatMap((line) => /planwright\.yaml:(\d+:\d+): (.*) \[/.exec(line)?.slice(1, 3).join(" ") ?? []);
    expect(places).toEqual([
      '3:3 "everything" is not verb=error, =rate_limit, =lost or =latency:<ms>, with @<call> or not',
      expect.stringMatching(/^2:\d+ "10\.0\.0\.0\/99" is not a host/),
      "5:5 needs either command or url",
      `6:12 "url" must be an http or https address`,
      "8:13 the host cannot come from the payload",
      "8:5 {host} is not a property of input",
      "8:5 {txt} is not a property of input",
      expect.stringMatching(/^10:\d+ :who is not a property of input$/),
    ]);
    expect(err).toContain("Did you mean {text}?");
    expect((JSON.parse(out) as { issues: unknown[] }).issues).toHaveLength(8);
    const misspelt = await planwright(["tools", "list"], "tools:\n  mpc: {}\n");
    expect(misspelt.err).toContain('Did you mean "mcp"?');
    expect((await planwright(["tools", "list", "--config", join(folder, "none.yaml")])).err).toContain(
      "there is no file",
    );
  });
});

describe("planwright kb", () => {
  beforeEach(() => {
    mkdirSync(join(folder, "docs/deep"), { recursive: true });
    writeFileSync(join(folder, "docs/orders.md"), "# Orders\n\nPress the button to create a purchase order.\n");
    writeFileSync(
      join(folder, "docs/deep/sklad.html"),
      "<title>Склад</title><p>Остатки подшипников смотрят на складе.",
    );
    writeFileSync(join(folder, "docs/skip.png"), "x");
    writeFileSync(join(folder, "docs/empty.txt"), "");
  });
  const doc = (name: string) => join(folder, "docs", name);

  it("adds, lists, finds and removes documents", async () => {
    const added = await planwright(["kb", "add", join(folder, "docs"), "--json"]);
    expect(added.code).toBe(exit.failed);
    expect(JSON.parse(added.out)).toEqual({
      documents: [
        { source: doc("deep/sklad.html"), result: "added", passages: 1 },
        { source: doc("empty.txt"), result: "failed: has no text in it", passages: 0 },
        { source: doc("orders.md"), result: "added", passages: 1 },
      ],
    });
    expect((await planwright(["kb", "add", doc("orders.md")])).out).toContain("unchanged");
    expect((await planwright(["kb", "search", "creating", "orders"])).out).toMatch(
      /^Orders {2}\(.*\n {2}Press the button/,
    );
    expect((await planwright(["kb", "search", "где подшипники"])).out).toContain("Остатки подшипников");
    expect((await planwright(["kb", "search", "elephants"])).code).toBe(exit.failed);
    expect((await planwright(["kb", "search", "orders", "--limit", "0"])).code).toBe(exit.usage);
    expect((await planwright(["kb", "list"])).out.split("\n")).toHaveLength(3);
    expect(await planwright(["kb", "remove", doc("orders.md")])).toMatchObject({ code: exit.ok });
    expect(await planwright(["kb", "remove", doc("orders.md")])).toMatchObject({ code: exit.failed });
    expect((await planwright(["kb", "search", "orders"])).code).toBe(exit.failed);
  });

  it("isolates documents by tenant, and uses them in lookups", async () => {
    await planwright(["kb", "add", doc("orders.md"), "--tenant", "acme"]);
    expect((await planwright(["kb", "list"])).out).toBe("");
    expect((await planwright(["kb", "search", "orders", "--tenant", "other"])).code).toBe(exit.failed);
    const lookup = ["tools", "call", "lookup.knowledge_base", '{"query":"how do I create an order?"}', "--json"];
    expect((await planwright([...lookup, "--tenant", "acme"])).out).toContain("Press the button");
    expect((await planwright(lookup)).out).toContain('"count":0');
  });

  it.each([
    [["kb", "add", "/no/such/folder"], "there is no file or folder /no/such/folder"],
    [["kb", "add"], "add needs <path>…"],
  ])("%j is a mistake", async (words, message) => {
    const { code, err } = await planwright(words);
    expect([code, err]).toEqual([exit.usage, expect.stringContaining(message)]);
  });
});
