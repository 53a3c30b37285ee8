import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBearerAuth } from "../../src/server/auth/verify.ts";
import { openLogin } from "../../src/server/login/open-login.ts";
import { createPlanwrightApp } from "../../src/server/start-server.ts";
import { type Browser, openBrowser, type Send } from "../support/browser.ts";
import { type IdentityProvider, startIdentityProvider } from "../support/identity-provider.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// A browser logs in at a real provider. Planwright is called in process at this address.
const home = "http://127.0.0.1:9";
const client = {
  client_id: "planwright",
  client_secret: "s3cret-of-the-test",
  redirect_uris: [`${home}/login/callback`],
  post_logout_redirect_uris: [home],
};
let provider: IdentityProvider;
let world: ServerWorld;
let send: Send;

beforeAll(async () => {
  provider = await startIdentityProvider(client, {
    anna: ["planners"],
    boris: ["visitors"],
    eve: ["admins", "planners"],
  });
  const oidc = {
    issuer: provider.issuer,
    client_id: client.client_id,
    client_secret: { env: "OIDC_SECRET" },
    public_url: home,
    title: "Test ID",
    tenant_claim: "team",
    roles: { planners: ["plan", "tools"], admins: ["admin"] },
    session_hours: 1,
  };
  world = await openServerWorld({ tools: { demo: true }, login: { oidc } });
  const { planwright } = world;
  const login = openLogin(planwright, { OIDC_SECRET: client.client_secret });
  const bearer = createBearerAuth([world.keyring.verify]);
  const app = createPlanwrightApp(planwright, {
    authenticate: async (headers) => (await bearer(headers)) ?? login?.authenticate(headers),
    login,
    roles: new Set(["api", "planner", "router", "daemon"]),
    files: () => new Response("console"),
  });
  send = async (request) => app.fetch(request);
});
afterAll(async () => {
  provider.stop();
  await world.stop();
});

const browse = (): Browser => openBrowser((origin) => (origin === home ? send : fetch));
const logIn = (browser: Browser, login: string, to = "/") =>
  browser.visit(`${home}/login?to=${encodeURIComponent(to)}`, { login, password: "any" });
const own = { "sec-fetch-site": "same-origin" };
const status = async (browser: Browser, path: string, init?: RequestInit) =>
  (await browser.request(`${home}${path}`, init)).status;

describe("login by an OpenID Connect provider", { timeout: 60_000 }, () => {
  it("opens a session with the scopes of the person's roles, in a cookie that scripts cannot read", async () => {
    const browser = browse();
    expect(await status(browser, "/tools", { headers: own })).toBe(401);
    const landed = await logIn(browser, "anna", "/?page=runs");
    expect(landed.address).toBe(`${home}/?page=runs`);
    expect(await status(browser, "/tools", { headers: own })).toBe(200);
    expect(await status(browser, "/runs", { headers: own })).toBe(403);
    const state = await browser.request(`${home}/login/state`, { headers: own });
    expect(await state.json()).toEqual({
      title: "Test ID",
      user: { title: "Person anna", tenant: "acme", scopes: ["plan", "tools"] },
    });
  });

  it("sets strict, http-only cookies and asks with PKCE, state and nonce", async () => {
    const begun = await browse().request(`${home}/login`);
    const asked = new URL(begun.headers.get("location") ?? "").searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect([asked.get("state"), asked.get("nonce")].every((text) => (text ?? "").length > 20)).toBe(true);
    expect(begun.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);
    const lines: string[] = [];
    const watched = openBrowser((origin) => async (request) => {
      const response = await (origin === home ? send : fetch)(request);
      if (origin === home) lines.push(...response.headers.getSetCookie());
      return response;
    });
    await logIn(watched, "anna");
    expect(lines.find((line) => line.startsWith("planwright-session="))).toMatch(
      /Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
  });

  it("refuses a person without a role, and a callback that this browser did not begin", async () => {
    const browser = browse();
    expect((await logIn(browser, "boris")).address).toBe(`${home}/?login=FORBIDDEN`);
    expect(await status(browser, "/tools", { headers: own })).toBe(401);
    const other = await browse().request(`${home}/login/callback?code=abc&state=xyz`);
    expect(other.headers.get("location")).toBe(`${home}/?login=UNAUTHENTICATED`);
    const forged = browse();
    await forged.request(`${home}/login`);
    const answer = await forged.request(`${home}/login/callback?code=abc&state=xyz`);
    expect(answer.headers.get("location")).toBe(`${home}/?login=UNAUTHENTICATED`);
  });

  it("takes the cookie only from pages of its own address", async () => {
    const browser = browse();
    await logIn(browser, "eve");
    const body = JSON.stringify({ channel: "shelf", payload: {} });
    const post = (headers: Record<string, string>) =>
      status(browser, "/events", { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
    expect(await post({ origin: "http://127.0.0.1:10" })).toBe(401);
    expect(await post({ origin: "null" })).toBe(401);
    expect(await post({})).toBe(401);
    expect(await post({ origin: home })).toBeLessThan(300);
    expect(await status(browser, "/tools", { headers: { "sec-fetch-site": "cross-site" } })).toBe(401);
    expect(await status(browser, "/tools", { headers: { "sec-fetch-site": "same-site" } })).toBe(401);
    expect(await status(browser, "/login/end", { method: "POST", headers: { origin: "http://127.0.0.1:10" } })).toBe(
      401,
    );
  });

  it("ends the session everywhere on logout, and continues at the provider", async () => {
    const browser = browse();
    await logIn(browser, "eve");
    const kept = browser.cookies.get(home)?.get("planwright-session") ?? "";
    const ended = await browser.request(`${home}/login/end`, { method: "POST", headers: { origin: home } });
    expect(((await ended.json()) as { continue_at: string }).continue_at).toContain(`${provider.issuer}/session/end`);
    browser.cookies.get(home)?.set("planwright-session", kept);
    expect(await status(browser, "/tools", { headers: own })).toBe(401);
    const entries = await world.planwright.audit.list({ tenant: "acme", limit: 50 });
    const noted = entries.flatMap(({ action, principal }) => (principal === "user:eve" ? [action] : []));
    expect(noted).toEqual(expect.arrayContaining(["login", "logout"]));
  });

  it("ends the session after the configured time, and removes it from the store", async () => {
    const browser = browse();
    await logIn(browser, "anna");
    world.clock.advance(3_600_001);
    expect(await status(browser, "/tools", { headers: own })).toBe(401);
    await logIn(browse(), "anna");
    expect(await world.planwright.store.records({ tenant: "", kind: "server.session", limit: 10 })).toHaveLength(1);
  });

  it("redirects to no other site after the login", async () => {
    expect((await logIn(browse(), "anna", "//evil.example/")).address).toBe(`${home}/`);
    expect((await logIn(browse(), "anna", "https://evil.example/")).address).toBe(`${home}/`);
  });
});
