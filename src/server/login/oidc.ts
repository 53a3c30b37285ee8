import * as oidc from "openid-client";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Scope } from "../../contracts/api/route.ts";
import type { OidcLoginConfig } from "../../runtime/config/login-config.ts";
import { isTenant } from "../auth/verify.ts";
import type { Session } from "./sessions.ts";

/** State that the browser keeps between the two halves of a login. */
type PendingLogin = { state: string; nonce: string; verifier: string };

export type OidcLogin = {
  /** The login page of the provider, and the state to check afterwards. */
  begin(): Promise<{ address: string; pending: PendingLogin }>;
  /** Redeems the code. Rejects with `FORBIDDEN` for a person without a role or a tenant here. */
  finish(callback: URL, pending: PendingLogin): Promise<Session>;
  /** Where to end the session at the provider; undefined if the provider has no such page. */
  logoutAddress(): Promise<string | undefined>;
};

/** The authorization code flow with PKCE, state and nonce. Discovery happens at the first login. */
export function createOidcLogin(config: OidcLoginConfig, clientSecret: string | undefined): OidcLogin {
  const redirectUri = new URL("login/callback", withSlash(config.public_url)).href;
  let discovered: Promise<oidc.Configuration> | undefined;
  const provider = (): Promise<oidc.Configuration> =>
    (discovered ??= discover(config, clientSecret).catch((error: unknown) => {
      discovered = undefined;
      throw new PlanwrightError("DEPENDENCY_DOWN", { message: "The identity provider did not respond.", cause: error });
    }));
  return {
    async begin() {
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const code_challenge = await oidc.calculatePKCECodeChallenge(verifier);
      const asked = {
        redirect_uri: redirectUri,
        scope: config.scope,
        state,
        nonce,
        code_challenge,
        code_challenge_method: "S256",
      };
      return { address: oidc.buildAuthorizationUrl(await provider(), asked).href, pending: { state, nonce, verifier } };
    },
    async finish(callback, { state, nonce, verifier }) {
      const client = await provider();
      const expected = {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      };
      const address = new URL(`${redirectUri}${callback.search}`);
      const tokens = await oidc.authorizationCodeGrant(client, address, expected).catch((error: unknown) => {
        throw new PlanwrightError("UNAUTHENTICATED", {
          message: "The identity provider refused the login.",
          cause: error,
        });
      });
      const claims: Claims = tokens.claims() ?? { sub: "" };
      const isWhole = config.roles_claim in claims || client.serverMetadata().userinfo_endpoint === undefined;
      if (isWhole) return sessionOf(claims, config);
      const more = await oidc.fetchUserInfo(client, tokens.access_token, claims.sub);
      return sessionOf({ ...more, ...claims }, config);
    },
    async logoutAddress() {
      const client = await provider();
      if (client.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: config.public_url }).href;
    },
  };
}

function discover({ issuer, client_id: id }: OidcLoginConfig, secret: string | undefined): Promise<oidc.Configuration> {
  const method = secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret);
  // The configuration allows http only for addresses of this machine.
  const execute = new URL(issuer).protocol === "http:" ? [oidc.allowInsecureRequests] : [];
  return oidc.discovery(new URL(issuer), id, secret, method, { execute, timeout: 10 });
}

type Claims = { sub: string; [claim: string]: unknown };

function sessionOf(claims: Claims, config: OidcLoginConfig): Session {
  const { sub, name, email } = claims;
  const tenant = config.tenant_claim === undefined ? config.tenant : claims[config.tenant_claim];
  const scopes = scopesOf(claims[config.roles_claim], config.roles);
  if (!isTenant(tenant) || !/^[\x20-\x7e]{1,255}$/.test(sub))
    throw new PlanwrightError("FORBIDDEN", { message: "Your account belongs to no tenant here." });
  if (scopes.length === 0)
    throw new PlanwrightError("FORBIDDEN", { message: "Your account has no role here. Ask an administrator for one." });
  const title = [name, email].find((text) => typeof text === "string" && text !== "");
  return { tenant, subject: sub, title: typeof title === "string" ? title.slice(0, 200) : sub, scopes };
}

function scopesOf(claim: unknown, roles: OidcLoginConfig["roles"]): Scope[] {
  const held: unknown[] = typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
  const granted = held.flatMap((role) =>
    typeof role === "string" && Object.hasOwn(roles, role) ? (roles[role] ?? []) : [],
  );
  return [...new Set(granted)];
}

function withSlash(address: string): string {
  return address.endsWith("/") ? address : `${address}/`;
}
