import { matchesTool } from "../../drafts/gate/rules.ts";
import { nearest } from "../../plan/nearest.ts";
import type { Pack } from "../../planners/packs/pack.ts";
import type { Config } from "../config/config.ts";
import { type LocalToolbox, type LocalToolboxParts, openLocalToolbox } from "../toolbox/local-toolbox.ts";
import { type Finding, problemFinding } from "./finding.ts";

/** The tenant whose tools are counted. */
const defaultTenant = "local";

/** Verbs that the running service adds to the configured ones. */
const serviceVerbs = ["recall.fetch_context", "collapse.write_entry", "hub.notify", "knobs.set", "planner.react"];

/** The names that an agent's toolset may hold. */
export function toolNames({ verbs }: Pick<LocalToolbox, "verbs">, tenant: string): ReadonlySet<string> {
  return new Set([...verbs.list(tenant).map((verb) => verb.name), ...serviceVerbs]);
}

type NamedTools = { packs: readonly Pack[]; toolsets: readonly { agent: string; tools: readonly string[] }[] };

/** Starts every tool source, compares MCP servers with their pins, and checks all names that refer to tools. */
export async function diagnoseTools(parts: LocalToolboxParts, named: NamedTools): Promise<Finding[]> {
  const opened = await openLocalToolbox(parts);
  if (!opened.ok) return opened.issues.map((issue) => problemFinding("tools", issue, "correct planwright.yaml"));
  const { problems, verbs, config } = opened.value;
  try {
    const down = problems.map(({ source, message }) => ({
      name: "tools",
      ok: false,
      message: `${source}: ${message}`,
      fix: fixTool(message),
    }));
    const names = toolNames(opened.value, defaultTenant);
    const tools = { name: "tools", ok: true, message: `${verbs.list(defaultTenant).length} tools available` };
    return [
      tools,
      ...down,
      ...(await diagnoseServers(opened.value)),
      ...named.packs.flatMap((pack) => diagnosePack(pack, names)),
      ...diagnoseReadBack(config, opened.value),
      ...named.toolsets.flatMap((toolset) => diagnoseToolset(toolset, names)),
      ...diagnoseRules(config, [...names]),
    ];
  } finally {
    await opened.value.stop();
  }
}

function fixTool(message: string): string {
  const [, variable] = /^(\S+) is not set in the environment/.exec(message) ?? [];
  if (variable !== undefined) return `export ${variable.replace(/,$/, "")}=…`;
  const [, login] = /"(planwright tools login [^"]+)"/.exec(message) ?? [];
  if (login !== undefined) return `run ${login}`;
  if (message.includes("Allow it in the configuration")) return "add the address to tools.allow in planwright.yaml";
  if (message.includes("ENOENT")) return "install the program, or correct its command in planwright.yaml";
  return "check that it is running and that its entry in planwright.yaml is correct; then run planwright tools check";
}

/** Asks each server for its tools now: a pinned server has tools even if it is down. */
function diagnoseServers({ servers }: LocalToolbox): Promise<Finding[]> {
  const rows = [...servers].map(async ([server, source]): Promise<Finding> => {
    const name = `mcp ${server}`;
    try {
      await source.manifest();
      const drift = await source.drift();
      const fix = `review its tools, then run planwright tools pin ${server}`;
      if (!source.isPinned) return { name, ok: true, message: "running, not pinned: its writes are refused", fix };
      if (drift.length === 0) return { name, ok: true, message: "running, and matches its pin" };
      const changes = drift.slice(0, 3).map(({ message }) => message);
      if (drift.length > 3) changes.push(`${drift.length - 3} more`);
      return { name, ok: true, message: `differs from its pin, its writes are refused: ${changes.join("; ")}`, fix };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { name, ok: false, message: `does not answer: ${message}`, fix: fixTool(message) };
    }
  });
  return Promise.all(rows);
}

/** A pack finds renamed tools by their words, so only a pack without any of its tools is a problem. */
function diagnosePack({ pack, tools }: Pack, names: ReadonlySet<string>): Finding[] {
  const declared = Object.values(tools).map(({ name }) => name);
  const missing = declared.filter((tool) => !names.has(tool));
  if (missing.length === 0) return [];
  const list = `${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ` and ${missing.length - 5} more` : ""}`;
  const fix = "configure the server that has them, or correct their names in the pack";
  if (missing.length === declared.length)
    return [{ name: `pack ${pack}`, ok: false, message: `none of its tools exists: ${list}`, fix }];
  return [{ name: `pack ${pack}`, ok: true, message: `these of its tools do not exist: ${list}`, fix }];
}

function diagnoseReadBack({ tools }: Config, { servers }: LocalToolbox): Finding[] {
  return Object.entries(tools.mcp).flatMap(([server, { prefix = server, tools: rules }]) => {
    const offered = servers
      .get(server)
      ?.tools.map(({ spec }) => spec.name.slice(prefix === "" ? 0 : prefix.length + 1));
    return Object.entries(rules).flatMap(([tool, { read_back: readBack }]) => {
      if (readBack === undefined || offered === undefined || offered.includes(readBack.tool)) return [];
      const message = `read_back of ${tool}: the server has no tool ${readBack.tool}`;
      return [{ name: `mcp ${server}`, ok: false, message, fix: suggest(readBack.tool, offered) }];
    });
  });
}

function diagnoseToolset(toolset: NamedTools["toolsets"][number], names: ReadonlySet<string>): Finding[] {
  const { agent, tools } = toolset;
  return tools
    .filter((tool) => !names.has(tool))
    .map((tool) => ({
      name: "agents",
      ok: false,
      message: `${agent}: there is no tool ${tool}`,
      fix: suggest(tool, names),
    }));
}

/** A rule for a tool that does not exist protects nothing, and nobody would notice. */
function diagnoseRules({ approval, drafts, limits }: Config, names: readonly string[]): Finding[] {
  const lists: Record<string, readonly string[]> = {
    "approval.rules": approval.rules.flatMap(({ tools = [] }) => tools),
    "drafts.deny": drafts.deny,
    "drafts.mutate": drafts.mutate,
    "drafts.allow": drafts.allow,
    "drafts.rules": drafts.rules.map(({ tool }) => tool),
    "limits.tools": limits.tools.flatMap(({ tools }) => tools),
  };
  return Object.entries(lists).flatMap(([name, tools]) =>
    [...new Set(tools)]
      .filter((tool) => !names.some((known) => matchesTool([tool], known)))
      .map((tool) => ({ name, ok: true, message: `no tool is called ${tool}`, fix: suggest(tool, names) })),
  );
}

function suggest(name: string, known: Iterable<string>): string {
  const close = nearest(name, known);
  return close === undefined ? "see planwright tools list" : `did you mean ${close}?`;
}
