import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ToolError } from "../tool-error.ts";
import { refusal } from "./address.ts";
import type { AllowList } from "./allow-list.ts";

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** A URL and its checked addresses. The connection uses one of these, without another DNS lookup. */
export type CheckedTarget = { url: URL; addresses: readonly string[] };

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Decides which addresses outgoing calls may reach. Throws `address_refused`, or `unavailable` if no address is found. */
export function createGuard(parts: { resolve: Resolve; allows: AllowList }): (url: string) => Promise<CheckedTarget> {
  return async (text) => {
    const url = parseUrl(text);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port);
    const addresses = await addressesOf(host, parts.resolve);
    // One refused address refuses the host, so that a host with several addresses cannot choose.
    for (const address of addresses) {
      const reason = refusal(address);
      if (reason !== undefined && !parts.allows({ host, port, address }))
        throw new ToolError(
          "address_refused",
          `${host} leads to ${address}, which is ${reason}. Allow it in the configuration if it is meant.`,
        );
    }
    if (addresses.length === 0) throw new ToolError("unavailable", `${host} has no address`);
    return { url, addresses };
  };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new ToolError("address_refused", "the address is not a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ToolError("address_refused", `${url.protocol} is not called; only http and https are`);
  if (url.username !== "" || url.password !== "")
    throw new ToolError("address_refused", "the address carries a user name or password; give them as a header");
  return url;
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return await resolve(host);
  } catch (cause) {
    throw new ToolError("unavailable", `${host} has no address`, { cause });
  }
}
