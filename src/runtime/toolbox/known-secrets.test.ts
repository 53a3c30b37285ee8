import { expect, it } from "vitest";
import { createSecrets } from "../../tools/secrets.ts";
import { Config } from "../config/config.ts";
import { knownSecrets } from "./known-secrets.ts";

const env = {
  WEBHOOK_SECRET: "whsec_b2xkLXNlY3JldA bmV3LXNlY3JldA",
  DATABASE_URL: "postgres://planwright:open%20sesame@db.example/planwright",
  CRM_KEY: "tin-whistle+4711/=",
};
const config = Config.parse({
  tools: { mcp: { crm: { url: "https://crm.example/mcp", headers: { authorization: { env: "CRM_KEY" } } } } },
});

// A server can echo a part of what it was sent: the signing key, or the password of the database.
it.each([
  "whsec_b2xkLXNlY3JldA",
  "b2xkLXNlY3JldA",
  "bmV3LXNlY3JldA",
  "postgres://planwright:open%20sesame@db.example/planwright",
  "open%20sesame",
  "open sesame",
  "tin-whistle+4711/=",
  "tin-whistle%2B4711%2F%3D",
  btoa("tin-whistle+4711/="),
])("%s is replaced", (secret) => {
  const secrets = createSecrets(knownSecrets(config, env));
  expect(secrets.hide({ said: `<${secret}>` })).toEqual({ said: "<[redacted]>" });
});

it("replaces what was issued to a tenant in the answers to that tenant", () => {
  const secrets = createSecrets();
  secrets.addFor("acme", ["access-token-1", undefined, "short"]);
  expect(secrets.hide("short access-token-1", "acme")).toBe("short [redacted]");
  expect(secrets.hide("access-token-1", "globex")).toBe("access-token-1");
});
