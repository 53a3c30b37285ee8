import { scopes } from "../../contracts/api/route.ts";
import type { Authenticate } from "../principal.ts";
import { isLoopback } from "./loopback.ts";

/**
 * Accepts every request to a loopback host; only for `dev`. It checks `Host` and `Origin` because a page of another site
 * or of another local port can make a browser on this machine send requests (cross-site requests, DNS rebinding).
 */
export function createLoopbackAuth({ tenant }: { tenant: string }): Authenticate {
  const principal = { tenant, name: "dev", scopes: new Set(scopes) };
  return async (headers) => {
    const host = loopbackUrl(headers.get("host") ?? "localhost");
    const origin = headers.get("origin");
    const isOwn = host !== undefined && (origin === null || loopbackUrl(origin)?.port === host.port);
    return isOwn && headers.get("sec-fetch-site") !== "cross-site" ? principal : undefined;
  };
}

function loopbackUrl(name: string): URL | undefined {
  const url = URL.parse(name.includes("://") ? name : `http://${name}`);
  return url !== null && isLoopback(url.hostname) ? url : undefined;
}

type Bind = {
  /** The host name or address to listen on. */
  host: string;
  /** Whether there is an active key or an identity provider. */
  hasAuth: boolean;
};

/** Explains why the server must not listen like this and how to fix it; undefined if it may. */
export function checkBind({ host, hasAuth }: Bind): string | undefined {
  if (hasAuth || isLoopback(host)) return undefined;
  return [
    `refusing to listen on ${host} without authentication: everyone who can reach it could run plans.`,
    "Create a key first: planwright keys create --name first --tenant <tenant> --scope admin",
    "Or listen on this machine only: --host 127.0.0.1",
  ].join("\n");
}
