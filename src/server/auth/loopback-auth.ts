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
