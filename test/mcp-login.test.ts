import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { exit } from "../src/cli/command.ts";
import { main } from "../src/cli/main.ts";
import { openBackend } from "../src/runtime/storage/backend.ts";
import { createMcpLogins } from "../src/runtime/toolbox/mcp-logins.ts";
import { createFakeClock } from "../src/testing/fake-clock.ts";
import { createMemoryLog } from "../src/testing/memory-log.ts";
import { parseAllowList } from "../src/tools/http/allow-list.ts";
import { createHttp } from "../src/tools/http/http.ts";
import type { McpLogin, McpLogins, StoredMcpLogin } from "../src/tools/mcp/oauth/mcp-logins.ts";
import { openMcpSource } from "../src/tools/mcp/source.ts";
import { createRegistry } from "../src/tools/registry.ts";
import { createVerbs } from "../src/tools/verb-router.ts";
import { type AuthorizationServer, startAuthorizationServer } from "./fixtures/authorization-server.ts";
import { type HttpFixture, startHttpFixture } from "./fixtures/mcp-http.ts";

let folder: string;
let provider: AuthorizationServer;
let server: HttpFixture;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-login-"));
  provider = await startAuthorizationServer();
  server = await startHttpFixture(0, (request, response) => provider.admits(request, response));
  provider.resource = server.url;
  configure("oauth: {}");
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await server.kill();
  await provider.stop();
  rmSync(folder, { recursive: true });
});

function configure(oauth: string): void {
  const crm = `{ url: "${server.url}", ${oauth}, headers: { x-extra: secret-header }, tools: { echo: { effect: read, tenants: ["*"] } } }`;
  writeFileSync(join(folder, "planwright.yaml"), `tools:\n  allow: [127.0.0.1]\n  mcp:\n    crm: ${crm}\n`);
}

/** Runs a command. A browser opens the address that it shows, unless `open` is something else. */
async function cli(words: string[], open: (address: string) => unknown = fetch, stdin = "") {
  const said = { code: 0, out: "", err: "" };
  said.code = await main(words, {
    out: (text) => void (said.out += text),
    err: (text) => {
      said.err += text;
      const [address] = /http\S+authorize\S+/.exec(text) ?? [];
      if (address !== undefined) open(address);
    },
    showLine: () => undefined,
    read: async () => new TextEncoder().encode(stdin),
    write: async () => undefined,
    env: { PLANWRIGHT_DATA: join(folder, "data"), USER: "ada" },
    signal: new AbortController().signal,
  });
  return said;
}

const config = (): string[] => ["--config", join(folder, "planwright.yaml")];
const callEcho = (...more: string[]) => cli(["tools", "call", "crm.echo", '{"text":"hi"}', ...config(), ...more]);

describe("planwright tools login", () => {
  it("logs a tenant in by the browser, and its calls carry the token", async () => {
    const before = await cli(["tools", "check", ...config()]);
    expect(before).toMatchObject({ code: exit.dependency, out: expect.stringContaining("planwright tools login crm") });
    const made = await cli(["tools", "login", "crm", "--json", ...config()]);
    expect(made).toMatchObject({ code: exit.ok, err: expect.stringContaining("planwright tools pin crm") });
    expect(JSON.parse(made.out)).toMatchObject({ server: "crm", tenant: "local", renews: true });
    expect(await callEcho()).toMatchObject({ code: exit.ok, out: '{\n  "echo": "hi"\n}\n' });
    const { body } = provider.grants[0] ?? {};
    expect(body?.get("resource")).toBe(server.url);
    expect(JSON.stringify(provider.seen)).not.toContain("secret-header");
  });

  it("keeps tokens encrypted, readable only with the key beside the data", async () => {
    await cli(["tools", "login", "crm", ...config()]);
    const data = join(folder, "data");
    const stored = ["planwright.db", "planwright.db-wal"].filter((name) => existsSync(join(data, name)));
    expect(stored.map((name) => readFileSync(join(data, name), "latin1")).join("")).not.toMatch(/[ar]t-[0-9a-f]{8}/);
    expect(statSync(join(data, "secret.key")).mode & 0o777).toBe(0o600);
    const backend = openBackend({ folder: data });
    const read = (env: Record<string, string>) =>
      createMcpLogins({ store: () => backend.store, folder: data, env }).read({ tenant: "local", server: "crm" });
    expect(await read({})).toMatchObject({ login: { url: server.url, access_token: expect.stringMatching(/^at-/) } });
    expect(await read({ PLANWRIGHT_SECRET_KEY: "another secret of enough characters" })).toBeUndefined();
    const [entry] = await backend.audit.list({ tenant: "local", limit: 1 });
    expect(entry).toMatchObject({ principal: "cli:ada", action: "tools login", subjects: ["crm"] });
    await backend.close();
  });

  it("keeps tokens out of what the server returns", async () => {
    await cli(["tools", "login", "crm", ...config()]);
    const data = join(folder, "data");
    const backend = openBackend({ folder: data });
    const logins = createMcpLogins({ store: () => backend.store, folder: data, env: {} });
    const stored = await logins.read({ tenant: "local", server: "crm" });
    await backend.close();
    const tokens = [stored?.login.access_token ?? "", stored?.login.refresh_token ?? ""];
    for (const token of tokens) {
      expect(token).toMatch(/^[ar]t-/);
      const said = await cli(["tools", "call", "crm.echo", JSON.stringify({ text: `it is ${token}` }), ...config()]);
      expect(said).toMatchObject({ code: exit.ok, out: '{\n  "echo": "it is [redacted]"\n}\n' });
    }
  });

  it("is for one tenant alone", async () => {
    await cli(["tools", "login", "crm", "--tenant", "acme", ...config()]);
    await cli(["tools", "pin", "crm", "--tenant", "acme", ...config()]);
    expect(await callEcho("--tenant", "acme")).toMatchObject({ code: exit.ok });
    expect(await callEcho("--tenant", "globex")).toMatchObject({
      code: exit.failed,
      err: expect.stringMatching(/^login_required: crm: nobody has logged in; .*tools login crm --tenant globex"/),
    });
    expect(await cli(["tools", "logout", "crm", "--tenant", "acme", ...config()])).toMatchObject({ code: exit.ok });
    expect((await callEcho("--tenant", "acme")).err).toContain("login_required");
    expect(await cli(["tools", "logout", "crm", "--tenant", "acme", ...config()])).toMatchObject({ code: exit.failed });
  });

  it("does not send the token to an address that was configured since", async () => {
    await cli(["tools", "login", "crm", ...config()]);
    await cli(["tools", "pin", "crm", ...config()]);
    const other = await startHttpFixture();
    stops.push(() => other.kill());
    const text = readFileSync(join(folder, "planwright.yaml"), "utf8").replace(server.url, other.url);
    writeFileSync(join(folder, "planwright.yaml"), text);
    expect((await callEcho()).err).toContain(`the login is for ${server.url}`);
    expect(other.seen).toEqual([]);
  });

  it("takes the address of the answer from standard input, for a browser elsewhere", async () => {
    configure("oauth: { client_id: ours, redirect_port: 4711 }");
    let visited = "";
    const failed = await cli(["tools", "login", "crm", "--paste", ...config()], (address) => (visited = address), "x");
    expect(failed).toMatchObject({ code: exit.failed, err: expect.stringContaining("that is not an address") });
    expect(visited).toContain("redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback");
    expect(visited).toContain("client_id=ours");
    const stale = "http://127.0.0.1:4711/callback?code=c&state=other";
    const refused = await cli(["tools", "login", "crm", "--paste", ...config()], () => undefined, stale);
    expect(refused).toMatchObject({ code: exit.failed, err: expect.stringContaining("belongs to another login") });
  });

  it("ignores answers with a wrong state, and reports a refusal of the provider", async () => {
    const deny = async (address: string): Promise<void> => {
      const asked = new URL(address).searchParams;
      const back = asked.get("redirect_uri") ?? "";
      expect((await fetch(`${back}?code=c&state=wrong`)).status).toBe(400);
      await fetch(`${back}?error=access_denied&error_description=not+today&state=${asked.get("state") ?? ""}`);
    };
    const refused = await cli(["tools", "login", "crm", ...config()], deny);
    expect(refused).toMatchObject({ code: exit.failed, err: expect.stringContaining("refused: not today") });
  });

  it.each([
    [["login", "crn"], "did you mean crm?"],
    [["login", "plain"], 'add "oauth: {}" to it in planwright.yaml'],
  ])("names the mistake in %j", async (words, message) => {
    const text = readFileSync(join(folder, "planwright.yaml"), "utf8");
    writeFileSync(join(folder, "planwright.yaml"), `${text}    plain: { url: "${server.url}" }\n`);
    expect(await cli(["tools", ...words, ...config()])).toMatchObject({
      code: exit.usage,
      err: expect.stringContaining(message),
    });
  });

  it.each([
    ["oauth: { client_secret: { env: S } }", "client_secret needs client_id"],
    ["oauth: {}, command: [x]", "needs either command or url"],
  ])("refuses the configuration %s", async (oauth, message) => {
    configure(oauth);
    expect((await cli(["tools", "list", ...config()])).err).toContain(message);
  });
});

/** Logins in memory. */
function memoryLogins(): McpLogins & { stored?: StoredMcpLogin } {
  const logins: McpLogins & { stored?: StoredMcpLogin } = {
    read: async () => logins.stored,
    async write(_, login, was) {
      if ((logins.stored?.version ?? 0) !== was) return false;
      logins.stored = { login, version: was + 1 };
      return true;
    },
  };
  return logins;
}

describe("renewal of a login", () => {
  const clock = createFakeClock();

  async function open(login: Partial<McpLogin>) {
    const logins = memoryLogins();
    const parsed = parseAllowList(["127.0.0.1"]);
    const http = createHttp("allows" in parsed ? { allows: parsed.allows } : {});
    const log = createMemoryLog();
    const tokens = { url: server.url, issuer: provider.issuer, access_token: "old", client: { client_id: "c" } };
    logins.stored = { login: { ...tokens, ...login }, version: 1 };
    const endpoint = { kind: "http", url: server.url, headers: {} } as const;
    const rules = { echo: { effect: "read", tenants: ["*"] } } as const;
    const pin = await pinned();
    const process = async () => {
      const oauth = { logins, tenant: "acme" };
      const source = await openMcpSource({ name: "crm", endpoint, rules, pin, oauth }, { http, log, clock });
      stops.push(() => source.close());
      const verbs = createVerbs({ registry: createRegistry(source.tools).registry, log, clock });
      return () =>
        verbs.execute(
          { verb_id: "crm.echo", payload: { text: "hi" }, request_id: "r", caller: "test" },
          { signal: new AbortController().signal, tenant: "acme" },
        );
    };
    return { logins, process };
  }

  /** A pin of the same tools, from a server without a login. */
  async function pinned() {
    const plain = await startHttpFixture();
    stops.push(() => plain.kill());
    const parsed = parseAllowList(["127.0.0.1"]);
    const http = createHttp("allows" in parsed ? { allows: parsed.allows } : {});
    const endpoint = { kind: "http", url: plain.url, headers: {} } as const;
    const source = await openMcpSource({ name: "crm", endpoint }, { http, log: createMemoryLog(), clock });
    const pin = await source.currentPin();
    await source.close();
    return pin;
  }

  /** A refresh token that the provider knows. */
  async function refreshToken(): Promise<string> {
    const redirect = "http://127.0.0.1:1/callback";
    const query = new URLSearchParams({
      client_id: "c",
      redirect_uri: redirect,
      code_challenge: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    });
    const answer = await fetch(`${provider.issuer}/authorize?${query.toString()}`, { redirect: "manual" });
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      client_id: "c",
      redirect_uri: redirect,
    });
    const answered: unknown = await (await fetch(`${provider.issuer}/token`, { method: "POST", body })).json();
    provider.grants.length = 0;
    return z.object({ refresh_token: z.string() }).parse(answered).refresh_token;
  }

  it("renews once for calls at the same time, and stores the rotated token", async () => {
    const { process, logins } = await open({ refresh_token: await refreshToken() });
    const call = await process();
    const answers = await Promise.all([call(), call(), call()]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(provider.grants.map(({ type, isAccepted }) => [type, isAccepted])).toEqual([["refresh_token", true]]);
    provider.expireTokens();
    expect(await call()).toMatchObject({ ok: true });
    expect(provider.grants.map(({ isAccepted }) => isAccepted)).toEqual([true, true]);
    expect(logins.stored?.login).toMatchObject({ access_token: expect.stringMatching(/^at-/) });
    expect(logins.stored?.login).not.toHaveProperty("renewing_until");
  });

  it("renews before the token expires", async () => {
    const { process } = await open({ refresh_token: await refreshToken(), expires_at: clock.now() + 10_000 });
    expect(await (await process())()).toMatchObject({ ok: true });
    expect(server.seen.filter(({ headers }) => headers.authorization === "Bearer old")).toEqual([]);
  });

  it("leaves the renewal to the process that began it", async () => {
    const { process, logins } = await open({ refresh_token: await refreshToken(), renewing_until: clock.now() + 1 });
    expect(await (await process())()).toMatchObject({ ok: false, error: { code: "unavailable" } });
    expect(provider.grants).toEqual([]);
    const { login, version } = logins.stored ?? {};
    expect(login).toMatchObject({ access_token: "old" });
    expect(version).toBe(1);
  });

  it("asks for a login when the provider refuses, and does not ask the provider again", async () => {
    const { process } = await open({ refresh_token: await refreshToken() });
    provider.mode = "refuses";
    const call = await process();
    const refusal = { ok: false, error: { code: "login_required" } };
    expect(await call()).toMatchObject(refusal);
    expect(await call()).toMatchObject(refusal);
    expect(provider.grants).toHaveLength(1);
  });

  it("keeps the login while the provider is down", async () => {
    const { process, logins } = await open({ refresh_token: await refreshToken() });
    provider.mode = "down";
    expect(await (await process())()).toMatchObject({ ok: false, error: { code: "unavailable" } });
    expect(logins.stored?.login.refresh_token).toMatch(/^rt-/);
    provider.mode = "normal";
    expect(await (await process())()).toMatchObject({ ok: true });
  });
});
