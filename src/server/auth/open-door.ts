import { scopes } from "../../contracts/api/route.ts";
import type { Authenticate } from "../principal.ts";
import { isLoopback } from "./loopback.ts";

/**
 * Lets everyone in who asks this machine by a loopback name: for `dev`, and for nothing else. The names are checked
 * because a page of another site can make a browser on this machine ask (cross-site requests, DNS rebinding).
 */
export function createOpenDoor({ tenant }: { tenant: string }): Authenticate {
  const principal = { tenant, name: "dev", scopes: new Set(scopes) };
  return async (headers) => {
    const asked = [headers.get("host"), headers.get("origin")].filter((name) => name !== null);
    return asked.every(namesLoopback) && headers.get("sec-fetch-site") !== "cross-site" ? principal : undefined;
  };
}

function namesLoopback(name: string): boolean {
  const url = URL.parse(name.includes("://") ? name : `http://${name}`);
  return url !== null && isLoopback(url.hostname);
}
