import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../../../plan/json.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import { didYouMean, nearest } from "../../../plan/nearest.ts";
import type { VerbSpec } from "../../../ports/verbs.ts";
import { pinsFile, writePin } from "../../../runtime/toolbox/pins.ts";
import { columns } from "../../output/columns.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { readText } from "../../input/document.ts";
import { type CliToolbox, withToolbox } from "../../workspace/local-toolbox.ts";

/** Lists the tools of a tenant. */
export const list: Handler = (invocation) =>
  withToolbox(invocation, async ({ verbs, registry, tenant, problems }) => {
    const specs = verbs.list(tenant);
    const manifestHash = registry.manifestHash(tenant);
    return print(
      invocation,
      { manifest_hash: manifestHash, tools: specs.map(toJson), problems },
      columns(specs.map(({ name, effect, source, description }) => [name, effect, source, oneLine(description)])),
    );
  });

export const show: Handler = (invocation) =>
  withToolbox(invocation, async ({ verbs, tenant }) => {
    const spec = known(invocation, { verbs, tenant });
    return print(invocation, toJson(spec), specText(spec));
  });

/** Calls a tool through the router and prints its output or error. */
export const call: Handler = (invocation) =>
  withToolbox(invocation, async ({ verbs, tenant }) => {
    const { io } = invocation;
    const spec = known(invocation, { verbs, tenant });
    const payload = await readPayload(invocation);
    const key = text(invocation, "key");
    const answer = await verbs.execute(
      { verb_id: spec.name, payload, request_id: key ?? "cli", caller: "cli" },
      {
        signal: io.signal,
        tenant,
        principal: "cli",
        ...(key === undefined ? {} : { effectKey: key }),
        ...(flag(invocation, "approve") && { approvedBy: "cli" }),
      },
    );
    if (flag(invocation, "json")) io.out(`${JSON.stringify(answer)}\n`);
    else if (answer.ok) io.out(`${JSON.stringify(answer.output, null, 2)}\n`);
    if (answer.ok) return exit.ok;
    io.err(`${answer.error.code}: ${answer.error.message}\n`);
    if (answer.error.code === "needs_approval") io.err("Approve the call with --approve.\n");
    return exitOf(answer.error.code);
  });

/** Pins the current tools of all or the named MCP servers. */
export const pin: Handler = (invocation) =>
  withToolbox(invocation, async (toolbox) => {
    const pinned: { server: string; manifest_hash: string; tools: number }[] = [];
    for (const [name, server] of chosen(invocation, toolbox)) {
      for (const { message } of await server.drift()) invocation.io.err(`${name}: ${message}\n`);
      const fresh = await server.currentPin();
      writePin(join(toolbox.folder, pinsFile), name, fresh);
      pinned.push({ server: name, manifest_hash: fresh.manifest_hash, tools: fresh.manifest.tools.length });
    }
    return print(
      invocation,
      { pinned },
      columns(pinned.map((row) => [row.server, row.manifest_hash.slice(0, 16), `${row.tools} tools`])),
    );
  });

/** Compares MCP servers with their pins. Exit 0 if all match, 1 if one differs, 7 if one is down. */
export const check: Handler = (invocation) =>
  withToolbox(invocation, async (toolbox) => {
    const rows: { server: string; state: "ok" | "unpinned" | "drift" | "down"; drift: string[] }[] = [];
    for (const { source: place, message } of toolbox.problems)
      if (invocation.args.length === 0) rows.push({ server: place, state: "down", drift: [message] });
    for (const [name, server] of chosen(invocation, toolbox))
      try {
        const drift = (await server.drift()).map(({ message }) => message);
        rows.push({ server: name, state: !server.isPinned ? "unpinned" : drift.length === 0 ? "ok" : "drift", drift });
      } catch (error) {
        rows.push({ server: name, state: "down", drift: [error instanceof Error ? error.message : String(error)] });
      }
    const lines = rows.flatMap(({ server, state, drift }) => [
      `${server}: ${state}\n`,
      ...drift.map((line) => `  ${line}\n`),
    ]);
    print(invocation, { servers: rows }, lines.join(""));
    if (rows.some(({ state }) => state === "drift" || state === "unpinned")) return exit.failed;
    return rows.some(({ state }) => state === "down") ? exit.dependency : exit.ok;
  });

function chosen({ args }: Invocation, { servers }: CliToolbox): CliToolbox["servers"] {
  if (args.length === 0) return servers;
  const picked = args.map((name) => {
    const server = servers.get(name);
    if (server !== undefined) return [name, server] as const;
    const close = nearest(name, servers.keys());
    const findTool =
      servers.size === 0 ? "no configured server answers" : `known servers: ${[...servers.keys()].join(", ")}`;
    throw new UsageError(`there is no server "${name}"; ${close === undefined ? findTool : `did you mean ${close}?`}`);
  });
  return new Map(picked);
}

function known({ args }: Invocation, { verbs, tenant }: Pick<CliToolbox, "verbs" | "tenant">): VerbSpec {
  const [name = ""] = args;
  const spec = verbs.describe(name, tenant);
  if (spec !== undefined) return spec;
  const names = verbs.list(tenant).map((one) => one.name);
  throw new UsageError(`there is no tool "${name}". ${didYouMean(name, names, "See planwright tools list.")}`);
}

const payloadHint = `Write it in single quotes, like '{"name":"value"}'; planwright tools show lists the fields.`;

export async function readPayload({ args, io }: Invocation): Promise<JsonObject> {
  const [, given = "{}"] = args;
  const parsed = parseJsonText(given === "-" ? await readText(io, "-") : given);
  if (!parsed.ok) throw new UsageError(`the payload is ${parsed.issues[0]?.message ?? "not JSON"}. ${payloadHint}`);
  if (!isJsonObject(parsed.value)) throw new UsageError(`the payload must be a JSON object. ${payloadHint}`);
  return parsed.value;
}

export function exitOf(code: string): ExitCode {
  if (code === "needs_approval") return exit.approval;
  if (code === "invalid_payload" || code === "invalid_call") return exit.contract;
  return code === "unavailable" || code === "connection_lost" ? exit.dependency : exit.failed;
}

function toJson({
  timeoutMs,
  retryClass,
  costMicroCents,
  canReadBack,
  inputSchema,
  outputSchema,
  ...spec
}: VerbSpec): object {
  return {
    ...spec,
    input_schema: inputSchema,
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
    timeout_ms: timeoutMs,
    retry: retryClass,
    ...(costMicroCents === undefined ? {} : { cost_micro_cents: costMicroCents }),
    can_read_back: canReadBack,
  };
}

function specText(spec: VerbSpec): string {
  return [
    `${spec.name}\n  ${spec.description.replaceAll("\n", "\n  ")}\n\n`,
    columns([
      ["  effect", spec.effect],
      ["  source", spec.source],
      ["  timeout", `${spec.timeoutMs} ms`],
      ["  retry", spec.retryClass],
      ["  read back", spec.canReadBack ? "yes" : "no"],
      ["  cost", spec.costMicroCents === undefined ? "unpriced" : `${spec.costMicroCents} micro-cents`],
      ["  tenants", spec.tenants?.join(", ") ?? "generic"],
    ]),
    `\ninput\n${JSON.stringify(spec.inputSchema, null, 2)}\n`,
    spec.outputSchema === undefined ? "" : `\noutput\n${JSON.stringify(spec.outputSchema, null, 2)}\n`,
  ].join("");
}

function oneLine(text: string): string {
  return (text.split("\n")[0] ?? "").slice(0, 100);
}
