import { z } from "zod";
import { parseWith } from "../../plan/parse.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { isLoopback } from "./loopback.ts";

const Address = z.url().refine(isSafe, "must be https, or http on this machine");

/** Which tokens are accepted, and which claims give tenant and scopes. */
export const TokenSettings = z.strictObject({
  /** The provider's address; `/.well-known/openid-configuration` is below it. */
  issuer: Address,
  /** Tokens made for someone else are refused. */
  audience: z.string().min(1),
  tenantClaim: z.string().min(1).default("tenant"),
  /** A list, or one text with spaces; unknown scopes are ignored. */
  scopeClaim: z.string().min(1).default("scope"),
  /** How far the provider's clock and ours may differ. */
  skewSeconds: z.int().min(0).max(300).default(30),
});
export type TokenSettings = z.infer<typeof TokenSettings>;

export const Discovery = z.object({ issuer: z.string(), jwks_uri: Address });
export type Discovery = z.infer<typeof Discovery>;

const names = {
  issuer: "PLANWRIGHT_OIDC_ISSUER",
  audience: "PLANWRIGHT_OIDC_AUDIENCE",
  tenantClaim: "PLANWRIGHT_OIDC_TENANT_CLAIM",
  scopeClaim: "PLANWRIGHT_OIDC_SCOPE_CLAIM",
} as const;

/** Reads the settings from the environment; undefined if it names no provider. */
export function readTokenSettings(
  env: Readonly<Record<string, string | undefined>>,
): CheckResult<TokenSettings | undefined> {
  const given = Object.entries(names).flatMap(([field, name]) => (env[name] ? [[field, env[name]]] : []));
  if (given.length === 0) return { ok: true, value: undefined };
  const parsed = parseWith(TokenSettings, Object.fromEntries(given));
  return parsed.ok ? parsed : { ok: false, issues: parsed.issues.map(nameVariable) };
}

/** Reports the variable that is invalid or missing. */
function nameVariable(issue: Issue): Issue {
  const name = Object.entries(names).find(([field]) => issue.pointer === `/${field}`)?.[1];
  return { ...issue, message: `${name ?? issue.pointer}: ${issue.message}` };
}

/** A key set over an unencrypted connection could be forged. */
function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}
