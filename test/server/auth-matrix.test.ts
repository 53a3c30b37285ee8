import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Scope, scopes } from "../../src/contracts/api/route.ts";
import { Problem } from "../../src/contracts/problem.ts";
import { namedRoutes } from "../../src/server/app.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Every route of the table × every kind of missing authorisation. New routes are covered automatically.
const closed = namedRoutes().flatMap(([name, { scope }]) => (scope === null ? [] : [{ name, scope }]));
const open = namedRoutes().flatMap(([name, { scope }]) => (scope === null ? [name] : []));

let world: ServerWorld;
const keys = { expired: "", revoked: "", admin: "" };
const only: Partial<Record<Scope, string>> = {};
const allBut: Partial<Record<Scope, string>> = {};

beforeAll(async () => {
  world = await openServerWorld();
  keys.admin = await world.key("acme", ["admin"]);
  keys.expired = await world.key("acme", ["admin"], world.clock.now() + 1);
  const doomed = await world.keyring.issue({ tenant: "acme", name: "doomed", scopes: ["admin"] });
  keys.revoked = doomed.text;
  await world.keyring.revoke(doomed.key.id);
  for (const scope of scopes) {
    only[scope] = await world.key("acme", [scope]);
    allBut[scope] = await world.key(
      "acme",
      scopes.filter((other) => other !== scope && other !== "admin"),
    );
  }
  world.clock.advance(1);
});

beforeEach(() => {
  world.reached.length = 0;
  // So that refused credentials of earlier tests are not throttled.
  world.clock.advance(60_000);
});

afterAll(() => world.stop());

const strangers: [string, () => Record<string, string>][] = [
  ["no key", () => ({})],
  ["an empty credential", () => ({ authorization: "Bearer " })],
  ["a garbage key", () => ({ authorization: "Bearer hunter2" })],
  ["a key that was never made", () => ({ authorization: `Bearer pw_${"0".repeat(16)}_${"A".repeat(43)}` })],
  ["a key with another secret", () => ({ authorization: `Bearer ${keys.admin.slice(0, 20)}${"A".repeat(43)}` })],
  ["the key in another scheme", () => ({ authorization: `Basic ${keys.admin}` })],
  ["two credentials", () => ({ authorization: `Bearer ${keys.admin}, Bearer ${keys.admin}` })],
  ["an expired key", () => ({ authorization: `Bearer ${keys.expired}` })],
  ["a revoked key", () => ({ authorization: `Bearer ${keys.revoked}` })],
];

describe.each(closed)("$name", ({ name, scope }) => {
  it.each(strangers)("rejects %s", async (_, headers) => {
    const response = await world.call(name, { headers: headers() });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(Problem.parse(await response.json()).code).toBe("UNAUTHENTICATED");
    expect(world.reached).toEqual([]);
  });

  it("rejects all other scopes together", async () => {
    const response = await world.call(name, {}, allBut[scope]);
    expect(response.status).toBe(403);
    expect(Problem.parse(await response.json())).toMatchObject({
      code: "FORBIDDEN",
      detail: expect.stringContaining(scope),
    });
    expect(world.reached).toEqual([]);
  });

  it("accepts its scope and admin", async () => {
    for (const key of [only[scope], keys.admin]) {
      expect([401, 403]).not.toContain((await world.call(name, {}, key)).status);
    }
  });
});

describe.each(open)("%s", (name) => {
  it("answers everyone without tenant data", async () => {
    const response = await world.call(name);
    // Messengers send a secret or a signature instead of a key, which no caller here has.
    expect(response.status).toBe(name === "telegramWebhook" || name === "slackEvents" ? 401 : 200);
    expect(await response.text()).not.toContain("acme");
  });
});

describe("credentials", () => {
  it("are in no log line", () => {
    const written = JSON.stringify(world.log.lines);
    expect(world.log.lines.length).toBeGreaterThan(100);
    const texts = [...Object.values(keys), ...Object.values(only), ...Object.values(allBut)];
    for (const text of texts) expect(written).not.toContain(text.slice(20));
  });

  it("of a public route are not checked", async () => {
    expect((await world.call("health", { headers: { authorization: "Bearer hunter2" } })).status).toBe(200);
  });
});
