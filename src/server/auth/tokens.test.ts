import { compact } from "../../plan/compact.ts";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { failureBackoffMs } from "./provider-keys.ts";
import { readTokenSettings, TokenSettings } from "./token-settings.ts";
import { createTokenVerifier } from "./tokens.ts";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An identity provider on loopback, controlled by the test. */
const provider = { keys: [] as object[], discovery: {} as object, fails: false, asked: [] as string[] };
let server: Server;
let issuer: string;
let pairs: Record<"ES256" | "RS256" | "EdDSA" | "stranger", Pair>;
let clock: FakeClock;
let log: ReturnType<typeof createMemoryLog>;

beforeAll(async () => {
  server = createServer((request, response) => {
    provider.asked.push(request.url ?? "");
    if (provider.fails) response.statusCode = 500;
    response.end(JSON.stringify(request.url === "/keys" ? { keys: provider.keys } : provider.discovery));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  issuer = `http://127.0.0.1:${port}`;
  const [ES256, RS256, EdDSA, stranger] = await Promise.all(
    ["ES256", "RS256", "EdDSA", "ES256"].map((alg) => generateKeyPair(alg, { extractable: true })),
  );
  if (!ES256 || !RS256 || !EdDSA || !stranger) throw new Error("no keys");
  pairs = { ES256, RS256, EdDSA, stranger };
});

beforeEach(async () => {
  clock = createFakeClock();
  log = createMemoryLog();
  const served = ["ES256", "RS256", "EdDSA"] as const;
  const keys = await Promise.all(
    served.map(async (alg) => ({ ...(await exportJWK(pairs[alg].publicKey)), kid: alg, alg })),
  );
  Object.assign(provider, { keys, fails: false, asked: [], discovery: { issuer, jwks_uri: `${issuer}/keys` } });
});

afterEach(() => vi.useRealTimers());

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const seconds = (offset = 0): number => Math.floor(clock.now() / 1000) + offset;

function claims(changes: { [K in keyof JWTPayload]: JWTPayload[K] | undefined } = {}): JWTPayload {
  const usual = { iss: issuer, aud: "planwright", sub: "ada", exp: seconds(60), tenant: "acme", scope: "plan runs" };
  return compact({ ...usual, ...changes });
}

function sign(payload: JWTPayload, alg: "ES256" | "RS256" | "EdDSA" = "ES256", kid: string = alg): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(pairs[alg].privateKey);
}

function verifier(changes: Partial<TokenSettings> = {}) {
  const settings = TokenSettings.parse({ issuer, audience: "planwright", ...changes });
  return createTokenVerifier({ settings, fetch, clock, log });
}

describe("a token", () => {
  it.each(["ES256", "RS256", "EdDSA"] as const)("signed with %s identifies the caller", async (alg) => {
    expect(await verifier()(await sign(claims(), alg))).toEqual({
      tenant: "acme",
      name: "user:ada",
      scopes: new Set(["plan", "runs"]),
    });
  });

  it.each([
    ["a list", ["runs", "admin", "openid", 7], ["runs", "admin"]],
    ["a text with other words", "openid plan email", ["plan"]],
    ["nothing", undefined, []],
    ["an object", { plan: true }, []],
  ])("has the scopes we know of %s", async (_, scope, expected) => {
    const principal = await verifier()(await sign(claims({ scope })));
    expect(principal?.scopes).toEqual(new Set(expected));
  });

  it("reads tenant and scopes from the configured claims", async () => {
    const verify = verifier({ tenantClaim: "https://acme.example/org", scopeClaim: "permissions" });
    const token = await sign(claims({ "https://acme.example/org": "globex", permissions: ["kb"] }));
    expect(await verify(token)).toMatchObject({ tenant: "globex", scopes: new Set(["kb"]) });
  });

  it.each([
    ["expired longer ago than clocks differ", () => claims({ exp: seconds(-31) })],
    ["not valid yet", () => claims({ nbf: seconds(31) })],
    ["without an end", () => claims({ exp: undefined })],
    ["of another issuer", () => claims({ iss: "https://other.example" })],
    ["for another audience", () => claims({ aud: "billing" })],
    ["for nobody in particular", () => claims({ aud: undefined })],
    ["of nobody", () => claims({ sub: undefined })],
    ["of a name that breaks a line", () => claims({ sub: "ada\nroot" })],
    ["without a tenant", () => claims({ tenant: undefined })],
    ["of everyone's tenant", () => claims({ tenant: "" })],
    ["with a tenant that is no text", () => claims({ tenant: ["acme"] })],
  ])("%s is refused", async (_, payload) => {
    expect(await verifier()(await sign(payload()))).toBeUndefined();
  });

  it("is accepted within the allowed clock skew", async () => {
    expect(await verifier()(await sign(claims({ exp: seconds(-29) })))).toBeDefined();
  });

  it("signed with an unknown key is rejected, even under a known key id", async () => {
    const forge = (kid: string) =>
      new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid }).sign(pairs.stranger.privateKey);
    expect(await verifier()(await forge("ES256"))).toBeUndefined();
    expect(await verifier()(await forge("unheard-of"))).toBeUndefined();
  });

  it("with a weaker algorithm is rejected before any key is fetched", async () => {
    const publicText = new TextEncoder().encode(await exportSPKI(pairs.RS256.publicKey));
    const symmetric = await new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "RS256" }).sign(publicText);
    const verify = verifier();
    for (const token of [symmetric, new UnsecuredJWT(claims()).encode(), "a.b.c", "pw_0_0", "ey"]) {
      expect(await verify(token)).toBeUndefined();
    }
    expect(provider.asked).toEqual([]);
  });

  it("is never logged", async () => {
    const token = await sign(claims({ exp: seconds(-999) }));
    await verifier()(token);
    expect(log.lines).toEqual([
      expect.objectContaining({
        message: "token rejected",
        fields: { event: "auth.token_rejected", reason: "ERR_JWT_EXPIRED" },
      }),
    ]);
    expect(JSON.stringify(log.lines)).not.toContain(token.slice(-40));
  });
});

describe("the provider", () => {
  it("is called once for many simultaneous tokens", async () => {
    const verify = verifier();
    const token = await sign(claims());
    await Promise.all(Array.from({ length: 50 }, () => verify(token)));
    expect(provider.asked).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  it("may rotate its keys: an unknown key is fetched, but not for every forgery", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const verify = verifier();
    await verify(await sign(claims()));
    provider.keys = [{ ...(await exportJWK(pairs.RS256.publicKey)), kid: "new", alg: "RS256" }];
    const token = await sign(claims(), "RS256", "new");
    expect(await verify(token)).toBeUndefined();
    expect(provider.asked).toHaveLength(2);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verify(token)).toBeDefined();
    expect(provider.asked).toHaveLength(3);
  });

  it("that fails is reported as DEPENDENCY_DOWN, backed off from and called again", async () => {
    provider.fails = true;
    const verify = verifier();
    const token = await sign(claims());
    for (let request = 0; request < 10; request += 1) {
      await expect(verify(token)).rejects.toMatchObject({ code: "DEPENDENCY_DOWN" });
    }
    expect(provider.asked).toHaveLength(1);
    provider.fails = false;
    clock.advance(failureBackoffMs);
    expect(await verify(await sign(claims()))).toBeDefined();
  });

  it.each([
    ["names another issuer", { issuer: "https://other.example" }],
    ["serves its keys over plain HTTP", { jwks_uri: "http://keys.example/keys" }],
    ["has its keys in a file", { jwks_uri: "file:///etc/passwd" }],
    ["names no keys", { jwks_uri: undefined }],
  ])("that %s is not believed", async (_, change) => {
    provider.discovery = { ...provider.discovery, ...change };
    await expect(verifier()(await sign(claims()))).rejects.toMatchObject({ code: "DEPENDENCY_DOWN" });
  });
});

describe("readTokenSettings", () => {
  const audience = { PLANWRIGHT_OIDC_AUDIENCE: "planwright" };
  const wrong = (name: string) => ({ ok: false, issues: [{ message: expect.stringContaining(name) }] });
  it.each([
    ["no provider", {}, { ok: true, value: undefined }],
    [
      "a provider",
      { ...audience, PLANWRIGHT_OIDC_ISSUER: "https://id.example", PLANWRIGHT_OIDC_TENANT_CLAIM: "org" },
      {
        ok: true,
        value: {
          issuer: "https://id.example",
          audience: "planwright",
          tenantClaim: "org",
          scopeClaim: "scope",
          skewSeconds: 30,
        },
      },
    ],
    ["plain HTTP", { ...audience, PLANWRIGHT_OIDC_ISSUER: "http://id.example" }, wrong("PLANWRIGHT_OIDC_ISSUER")],
    ["no audience", { PLANWRIGHT_OIDC_ISSUER: "https://id.example" }, wrong("PLANWRIGHT_OIDC_AUDIENCE")],
    ["an audience alone", audience, wrong("PLANWRIGHT_OIDC_ISSUER")],
  ])("reads %s", (_, env, expected) => {
    expect(readTokenSettings(env)).toMatchObject(expected);
  });
});
