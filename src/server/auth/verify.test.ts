import { describe, expect, it } from "vitest";
import { PlanwrightError } from "../../contracts/errors.ts";
import { createBearerAuth, isTenant, type Verify } from "./verify.ts";

const principal = (name: string) => ({ tenant: "acme", name, scopes: new Set<never>() });
const keys: Verify = async (credential) => (credential === "pw_1" ? principal("key") : undefined);
const tokens: Verify = async (credential) => (credential.startsWith("ey") ? principal("user") : undefined);
const down: Verify = () => Promise.reject(new PlanwrightError("DEPENDENCY_DOWN"));

const headersOf = (authorization: string): Headers => new Headers({ authorization });

describe("createBearerAuth", () => {
  const authenticate = createBearerAuth([keys, tokens]);

  it.each([
    ["Bearer pw_1", "key"],
    ["bearer pw_1", "key"],
    ["Bearer   eyJ.a.b", "user"],
    ["Bearer pw_2", undefined],
    ["pw_1", undefined],
    ["Bearer", undefined],
    ["Bearer pw_1 pw_1", undefined],
    ["Basic pw_1", undefined],
    [`Bearer ey${"x".repeat(9000)}`, undefined],
  ])("reads %s", async (authorization, name) => {
    expect((await authenticate(headersOf(authorization)))?.name).toBe(name);
  });

  it("accepts keys while the identity provider is down, and reports the outage to token holders", async () => {
    const both = createBearerAuth([keys, down]);
    expect(await both(headersOf("Bearer pw_1"))).toMatchObject({ name: "key" });
    await expect(both(headersOf("Bearer ey"))).rejects.toMatchObject({ code: "DEPENDENCY_DOWN" });
  });
});

describe("isTenant", () => {
  it.each([
    ["acme", true],
    ["https://id.example/org/7", true],
    ["", false],
    [" ", false],
    ["a b", false],
    ["a\n", false],
    ["кто", false],
    ["x".repeat(201), false],
    [7, false],
    [undefined, false],
  ])("%j: %s", (value, expected) => {
    expect(isTenant(value)).toBe(expected);
  });
});
