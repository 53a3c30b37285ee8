import { BlockList, isIP } from "node:net";
import { memoize } from "../../plan/bounded-cache.ts";

/** Address ranges that outgoing calls may reach only if the configuration allows it, with their names. */
const refusedRanges = [
  ["0.0.0.0/8", "unspecified"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared"],
  ["127.0.0.0/8", "loopback"],
  ["168.63.129.16/32", "cloud metadata"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "reserved"],
  ["192.88.99.0/24", "reserved"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "reserved"],
  ["198.51.100.0/24", "reserved"],
  ["203.0.113.0/24", "reserved"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
  ["::1/128", "loopback"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "private"],
  ["ff00::/8", "multicast"],
  ["2001::/23", "reserved"],
  ["2001:db8::/32", "reserved"],
  ["2002::/16", "tunnelled"],
  ["3fff::/20", "reserved"],
] as const;

const listOf = memoize(64, rangeList);

/** The addresses of a CIDR range; undefined for any other text. */
export function parseRange(text: string): BlockList | undefined {
  const [address = "", bits = "", ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return undefined;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), familyName(family));
  return list;
}

export function inRange(list: BlockList, address: string): boolean {
  return list.check(address, familyName(isIP(address)));
}

/** The restricted range of an IP address; undefined for a public one. IPv4 inside IPv6 counts as IPv4. */
export function refusal(address: string): string | undefined {
  const [bare = ""] = address.split("%");
  if (isIP(bare) === 0) return "not an IP address";
  const plain = embeddedIpv4(bare) ?? bare;
  const [, reason] = refusedRanges.find(([range]) => inRange(listOf(range), plain)) ?? [];
  if (reason !== undefined) return reason;
  return isIP(plain) === 6 && !inRange(listOf("2000::/3"), plain) ? "not a global address" : undefined;
}

/** The IPv4 address that an IPv4-mapped (`::ffff:0:0/96`) or NAT64 address stands for. */
function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  // The URL parser prints every spelling of an IPv6 address in one way: hexadecimal and as short as it gets.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(":");
  const isMapped = groups.length === 5 && groups[2] === "ffff" && `${groups[0]}${groups[1]}` === "";
  if (!isMapped && !inRange(listOf("64:ff9b::/96"), address)) return undefined;
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group === "" ? "0" : group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function rangeList(range: string): BlockList {
  const list = parseRange(range);
  if (list === undefined) throw new Error(`not a range: ${range}`);
  return list;
}

function familyName(family: number): "ipv4" | "ipv6" {
  return family === 6 ? "ipv6" : "ipv4";
}
