import { scopes } from "../../contracts/api/route.ts";
import type { Authenticate } from "../principal.ts";
import { isLoopback } from "./loopback.ts";

/**
 * Accepts every request to a loopback host; only for `dev`. It checks `Host` and `Origin` because a page of another site
 * can make a browser on this machine send requests (cross-site requests, DNS rebinding).
 */
export function createLoopbackAuth({ tenant }: { tenant: string }): Authenticate {
  const principal = { tenant, name: "dev", scopes: new Set(scopes) };
  return async (headers) => {
    const hosts = [headers.get("host"), headers.get("origin")].filter((name) => name !== null);
    return hosts.every(namesLoopback) && headers.get("sec-fetch-site") !== "cross-site" ? principal : undefined;
  };
}

function namesLoopback(name: string): boolean {
  const url = URL.parse(name.includes("://") ? name : `http://${name}`);
  return url !== null && isLoopback(url.hostname);
}
