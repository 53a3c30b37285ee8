import { compact } from "../../plan/compact.ts";
import { type BlockList, isIP } from "node:net";
import { inRange, parseRange } from "./address.ts";

/** Where an outgoing call is about to go. */
type Target = { host: string; port: number; address: string };

/** Whether the configuration lets a call reach an address that would otherwise be refused. */
export type AllowList = (target: Target) => boolean;

type AllowEntry = { host?: string; range?: BlockList; port?: number };

/**
 * Reads entries such as `127.0.0.1:8080`, `10.1.0.0/16`, `erp.internal`, `[::1]:3000`. A host name allows whatever it
 * resolves to. Returns an entry that it cannot parse.
 */
export function parseAllowList(texts: readonly string[]): { allows: AllowList } | { problem: string } {
  const entries: AllowEntry[] = [];
  for (const text of texts) {
    const entry = parseEntry(text.trim().toLowerCase());
    if (entry === undefined) return { problem: `"${text}" is not a host, host:port, address or range` };
    entries.push(entry);
  }
  return { allows: (target) => entries.some((entry) => covers(entry, target)) };
}

export const allowNothing: AllowList = () => false;

function parseEntry(text: string): AllowEntry | undefined {
  if (text.includes("/")) {
    const range = parseRange(text);
    return range === undefined ? undefined : { range };
  }
  if (isIP(text) !== 0) return compact({ range: single(text) });
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return undefined;
  const [, ipv6, host = "", port] = match;
  const address = ipv6 ?? (isIP(host) === 4 ? host : undefined);
  if (ipv6 !== undefined && isIP(ipv6) !== 6) return undefined;
  return {
    ...(address === undefined ? { host } : compact({ range: single(address) })),
    ...(port !== undefined && { port: Number(port) }),
  };
}

function single(address: string): BlockList | undefined {
  return parseRange(`${address}/${isIP(address) === 6 ? 128 : 32}`);
}

function covers(entry: AllowEntry, target: Target): boolean {
  if (entry.port !== undefined && entry.port !== target.port) return false;
  if (entry.host !== undefined) return entry.host === target.host.toLowerCase().replace(/\.$/, "");
  return entry.range !== undefined && inRange(entry.range, target.address);
}
