import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusal } from "./address.ts";

describe("refusal", () => {
  it.each([
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["0.0.0.0", "unspecified"],
    ["10.0.0.1", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["169.254.169.254", "link-local"],
    ["168.63.129.16", "cloud metadata"],
    ["100.100.100.200", "shared"],
    ["192.0.0.192", "reserved"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "reserved"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback"],
    ["::", "not a global address"],
    ["::127.0.0.1", "not a global address"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["0:0:0:0:0:ffff:a9fe:a9fe", "link-local"],
    ["64:ff9b::10.0.0.1", "private"],
    ["64:ff9b:1::1", "not a global address"],
    ["2002:7f00:1::", "tunnelled"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "reserved"],
    ["fd00:ec2::254", "private"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["ff02::1", "multicast"],
    ["example.com", "not an IP address"],
    ["", "not an IP address"],
  ])("refuses %s as %s", (address, reason) => expect(refusal(address)).toBe(reason));

  it.each(["8.8.8.8", "172.15.255.255", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])(
    "lets the public address %s be",
    (address) => expect(refusal(address)).toBeUndefined(),
  );

  it("treats an IPv4 address alike in every IPv6 spelling of it", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const hex = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
        const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const spellings = [`::ffff:${address}`, `::ffff:${groups}`, `::FFFF:${groups}`, `64:ff9b::${address}`];
        for (const spelling of spellings) expect(refusal(spelling)).toBe(refusal(address));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
