import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { diffJson } from "../../plan/diff.ts";
import { contentHashFull } from "../../plan/hash.ts";
import type { Json } from "../../plan/json.ts";
import { Manifest, manifestHash, type McpTool } from "./manifest.ts";
import { shortJson } from "../../plan/short-text.ts";

/** What a person accepted: the address and identity of the server, and the hash of each tool. */
export const Pin = z.strictObject({
  endpoint_hash: z.string(),
  manifest_hash: z.string(),
  manifest: Manifest,
});
export type Pin = z.infer<typeof Pin>;

export type Drift = {
  kind: "endpoint" | "server" | "added" | "removed" | "changed";
  /** The tool, where one is meant. */
  tool?: string;
  message: string;
};

export function createPin(endpoint: Json, manifest: Manifest): Pin {
  return { endpoint_hash: contentHashFull(endpoint), manifest_hash: manifestHash(manifest), manifest };
}

/** All differences of the server from its pin; for a changed tool the first difference. */
export function driftOf(pin: Pin, endpoint: Json, manifest: Manifest): Drift[] {
  const drifts: Drift[] = [];
  if (contentHashFull(endpoint) !== pin.endpoint_hash)
    drifts.push({ kind: "endpoint", message: "the configured command or URL is not the pinned one" });
  const [was, is] = [pin.manifest.server, manifest.server];
  if (was.name !== is.name || was.version !== is.version)
    drifts.push({
      kind: "server",
      message: `the server is ${is.name} ${is.version}, pinned is ${was.name} ${was.version}`,
    });
  return [...drifts, ...toolDrifts(byName(pin.manifest.tools), byName(manifest.tools))];
}

function toolDrifts(pinned: ReadonlyMap<string, McpTool>, offered: ReadonlyMap<string, McpTool>): Drift[] {
  const drifts: Drift[] = [];
  for (const [name, tool] of pinned) {
    const now = offered.get(name);
    if (now === undefined) drifts.push({ kind: "removed", tool: name, message: `${name} is no longer offered` });
    else drifts.push(...changeOf(tool, now));
  }
  for (const name of offered.keys())
    if (!pinned.has(name)) drifts.push({ kind: "added", tool: name, message: `${name} is new` });
  return drifts;
}

function changeOf(was: McpTool, is: McpTool): Drift[] {
  const [first] = diffJson(compact(was), compact(is));
  if (first === undefined) return [];
  const before = "before" in first ? shortJson(first.before) : "absent";
  const after = "after" in first ? shortJson(first.after) : "absent";
  const message = `${was.name} has changed at ${first.pointer}: it was ${before} and is ${after}`;
  return [{ kind: "changed", tool: was.name, message }];
}

function byName(tools: readonly McpTool[]): Map<string, McpTool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
