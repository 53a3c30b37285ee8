import { discoverAuthorizationServerMetadata, refreshAuthorization } from "@modelcontextprotocol/sdk/client/auth.js";
import { OAuthError, ServerError, TemporarilyUnavailableError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { compact } from "../../../plan/compact.ts";
import type { Clock } from "../../../ports/clock.ts";
import { ToolError } from "../../tool-error.ts";
import type { McpLogin, McpLoginKey, McpLogins, StoredMcpLogin } from "./mcp-logins.ts";

/** The client that the configuration names. */
export type OAuthClient = { client_id: string; client_secret?: string };

type TokenSourceParts = {
  url: string;
  client?: OAuthClient;
  logins: McpLogins;
  clock: Clock;
  /** Reaches the authorization server. */
  fetch: typeof fetch;
};

/** The access token of one tenant. */
export type TokenSource = {
  /** A current token; renewed if it is about to expire or is `refused`, the one that the server has just refused. */
  token(refused?: string): Promise<string>;
  loginRequired(reason: string): ToolError;
};

/** A token is renewed this long before it expires, so that it is still valid when it arrives. */
const leewayMs = 30_000;
const renewalTimeoutMs = 30_000;

/**
 * Reads the login before every request, so that a login, a logout or a renewal by another process counts at once. Only
 * one process renews: providers accept a refresh token once, and some revoke the login if it comes twice.
 */
export function createTokenSource(key: McpLoginKey, parts: TokenSourceParts): TokenSource {
  const { clock, url } = parts;
  const logins: McpLogins = {
    read: (of) => parts.logins.read(of).catch(unreadable),
    write: (of, login, was) => parts.logins.write(of, login, was).catch(unreadable),
  };
  let renewing: Promise<string> | undefined;

  const loginRequired = (reason: string): ToolError => {
    const tenant = key.tenant === "local" ? "" : ` --tenant ${key.tenant}`;
    const next = `log in with "planwright tools login ${key.server}${tenant}"`;
    return new ToolError("login_required", `${key.server}: ${reason}; ${next}`);
  };

  const renew = async ({ login, version }: StoredMcpLogin): Promise<string> => {
    if (login.refresh_token === undefined) throw loginRequired("the login has expired");
    if ((login.renewing_until ?? 0) > clock.now()) throw renewedElsewhere();
    const claimed = { ...login, renewing_until: clock.now() + renewalTimeoutMs };
    if (!(await logins.write(key, claimed, version))) throw renewedElsewhere();
    const { renewing_until: _, ...released } = claimed;
    try {
      const renewed = await refresh(released, login.refresh_token, parts);
      await logins.write(key, renewed, version + 1);
      return renewed.access_token;
    } catch (error) {
      const { refresh_token: _, ...ended } = released;
      await logins.write(key, isRefusal(error) ? ended : released, version + 1);
      if (isRefusal(error)) throw loginRequired(`the provider refuses to renew the login (${error.errorCode})`);
      throw new ToolError("unavailable", `the login cannot be renewed: ${String(error)}`.slice(0, 300), {
        cause: error,
      });
    }
  };

  return {
    loginRequired,
    async token(refused) {
      if (renewing !== undefined) return renewing;
      const stored = await logins.read(key);
      if (stored === undefined) throw loginRequired("nobody has logged in");
      const { login } = stored;
      if (login.url !== url) throw loginRequired(`the login is for ${login.url}`);
      const isExpired = login.expires_at !== undefined && login.expires_at - leewayMs <= clock.now();
      if (login.access_token !== refused && !isExpired) return login.access_token;
      renewing ??= renew(stored).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}

/** Nothing was sent to the server yet. */
function unreadable(cause: unknown): never {
  throw new ToolError("unavailable", `the login cannot be read: ${String(cause)}`.slice(0, 300), { cause });
}

/** The caller tries again, and finds the new token. */
function renewedElsewhere(): ToolError {
  return new ToolError("unavailable", "another process renews the login at the moment");
}

async function refresh(login: McpLogin, refreshToken: string, parts: TokenSourceParts): Promise<McpLogin> {
  const { client = login.client, clock, fetch } = parts;
  if (client === undefined) throw new Error("the configuration names no client");
  const metadata = await discoverAuthorizationServerMetadata(login.issuer, { fetchFn: fetch });
  const tokens = await refreshAuthorization(
    login.issuer,
    compact({ metadata, clientInformation: client, refreshToken, resource: login.resource, fetchFn: fetch }),
  );
  const { expires_at: _, ...kept } = login;
  return { ...kept, ...toLoginTokens(tokens, clock.now()) };
}

type TokenAnswer = { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined };

export function toLoginTokens({ access_token, refresh_token, expires_in }: TokenAnswer, now: number) {
  const expires_at = expires_in === undefined ? undefined : now + expires_in * 1000;
  return compact({ access_token, refresh_token, expires_at });
}

/** The provider answered that it does not accept the refresh token or the client. */
function isRefusal(error: unknown): error is OAuthError {
  return (
    error instanceof OAuthError &&
    !(error instanceof ServerError) &&
    !(error instanceof TemporarilyUnavailableError) &&
    error.errorCode !== "too_many_requests"
  );
}
