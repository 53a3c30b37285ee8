import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Env, readSecrets, type SecretText } from "../../tools/config/secret-text.ts";
import { openAgentFiles } from "../agents/agent-files.ts";
import { type Config, configFile, loadConfig, type LoadedConfig } from "../config/config.ts";
import { loadConfiguredPacks } from "../config/configured-packs.ts";
import type { Finding } from "./finding.ts";
import { type LocalToolbox, type LocalToolboxParts, openLocalToolbox } from "../toolbox/local-toolbox.ts";
import { systemClock } from "../system-clock.ts";

/** Checks the configuration and everything it names. An invalid file ends the checks. */
export async function diagnoseWorkspace(parts: LocalToolboxParts): Promise<Finding[]> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded.issues.map((issue) => problemFinding("configuration", issue, "correct the file"));
  const { config } = loaded.value;
  return [
    diagnoseFile(parts),
    ...diagnosePacks(loaded.value),
    ...(await diagnoseTools(parts)),
    ...diagnoseAgents(loaded.value),
    ...diagnoseModels(config, parts.env),
    diagnoseTelegram(config, parts.env),
  ];
}

function diagnoseFile({ folder, configFile: named = configFile }: LocalToolboxParts): Finding {
  const file = resolve(folder, named);
  if (existsSync(file)) return { name: "configuration", ok: true, message: file };
  return {
    name: "configuration",
    ok: true,
    message: `there is no ${named}, so the demo workspace is used; planwright init creates one`,
  };
}

/** The tenant whose tools are counted. */
const defaultTenant = "local";

type Problem = { message: string; hint?: string | undefined };

function problemFinding(name: string, { message, hint }: Problem, fix: string): Finding {
  return { name, ok: false, message, fix: hint ?? fix };
}

function diagnosePacks(loaded: LoadedConfig): Finding[] {
  const packs = loadConfiguredPacks(loaded);
  if (!packs.ok) return packs.issues.map((issue) => problemFinding("packs", issue, "correct the file"));
  const message = packs.value.map(({ pack }) => pack).join(", ");
  return [
    {
      name: "packs",
      ok: true,
      message: message === "" ? "none: goals are planned from tool names and descriptions" : message,
    },
  ];
}

/** Checks that each tool source answers and that each MCP server matches its pin. */
async function diagnoseTools(parts: LocalToolboxParts): Promise<Finding[]> {
  const opened = await openLocalToolbox(parts);
  if (!opened.ok) return opened.issues.map((issue) => problemFinding("tools", issue, "correct planwright.yaml"));
  const { problems, verbs } = opened.value;
  try {
    const down = problems.map(({ source: place, message }) => ({
      name: "tools",
      ok: false,
      message: `${place}: ${message}`,
      fix: fixTool(message),
    }));
    const tools = { name: "tools", ok: true, message: `${verbs.list(defaultTenant).length} tools available` };
    return [tools, ...down, ...(await diagnoseServers(opened.value))];
  } finally {
    await opened.value.stop();
  }
}

function fixTool(message: string): string {
  const [, variable] = /^(\S+) is not set in the environment/.exec(message) ?? [];
  if (variable !== undefined) return `export ${variable.replace(/,$/, "")}=…`;
  if (message.includes("Allow it in the configuration")) return "add the address to tools.allow in planwright.yaml";
  if (message.includes("ENOENT")) return "install the program, or correct its command in planwright.yaml";
  return "check that it is running and that its entry in planwright.yaml is correct; then run planwright tools check";
}

async function diagnoseServers({ servers }: LocalToolbox): Promise<Finding[]> {
  const rows: Finding[] = [];
  for (const [name, server] of servers) {
    const place = `mcp ${name}`;
    const drift = await server.drift().catch(() => []);
    const fix = `review its tools, then run planwright tools pin ${name}`;
    if (!server.isPinned)
      rows.push({ name: place, ok: true, message: "running, not pinned: its writes are refused", fix });
    else if (drift.length === 0) rows.push({ name: place, ok: true, message: "running, and matches its pin" });
    else
      rows.push({
        name: place,
        ok: true,
        message: `differs from its pin (${drift[0]?.message ?? ""}): its writes are refused`,
        fix,
      });
  }
  return rows;
}

function diagnoseAgents({ config, folder }: LoadedConfig): Finding[] {
  const place = resolve(folder, config.agents.folder);
  const { entries, faults } = openAgentFiles({
    folder: place,
    tenant: config.agents.tenant,
    clock: systemClock,
  }).read();
  const broken = faults.map(({ file, messages }) => ({
    name: "agents",
    ok: false,
    message: messages[0] ?? `${file} is invalid`,
    fix: `correct it; planwright agents check ${place}/${file} shows all problems`,
  }));
  const message = entries.length === 0 ? `none in ${place}` : entries.map(({ agent }) => agent.profile.id).join(", ");
  return [{ name: "agents", ok: true, message }, ...broken];
}

/** Default environment variable of the API key by provider. */
const defaultKeys: Readonly<Record<string, string>> = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY" };

function diagnoseModels({ models }: Config, env: Env): Finding[] {
  const endpoints = Object.entries(models.endpoints);
  if (endpoints.length === 0)
    return [
      { name: "models", ok: true, message: "none configured (optional): goals are planned by grammar and packs" },
    ];
  return endpoints.map(([name, { provider, model, api_key: key, headers }]) => {
    const usual = defaultKeys[provider];
    const wanted: Record<string, SecretText> =
      key === undefined ? (usual === undefined ? {} : { key: { env: usual, prefix: "" } }) : { key };
    return secretsFinding(`model ${name}`, `${provider}, ${model}`, { texts: { ...headers, ...wanted }, env });
  });
}

function diagnoseTelegram({ telegram }: Config, env: Env): Finding {
  if (telegram === undefined) return { name: "telegram", ok: true, message: "not configured" };
  const { token, mode, secret, transcriber } = telegram;
  const texts = { token, ...(secret && { secret }), ...(transcriber?.key && { key: transcriber.key }) };
  return secretsFinding("telegram", mode, { texts, env });
}

type Secrets = { texts: Readonly<Record<string, SecretText>>; env: Env };

function secretsFinding(name: string, message: string, { texts, env }: Secrets): Finding {
  const { missing } = readSecrets(texts, env);
  if (missing.length === 0) return { name, ok: true, message: `${message}, secrets are set` };
  const fix = missing.map((variable) => `export ${variable}=…`).join(", ");
  return { name, ok: false, message: `${message}: ${missing.join(", ")} is not set`, fix };
}
