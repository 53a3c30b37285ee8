import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Env, readSecrets, type SecretText } from "../tools/config/secret-text.ts";
import { openAgentFiles } from "./agent-files.ts";
import { type Config, configFile, loadConfig, type LoadedConfig } from "./config.ts";
import { loadConfiguredPacks } from "./configured-packs.ts";
import type { Finding } from "./finding.ts";
import { type LocalToolbox, type LocalToolboxParts, openLocalToolbox } from "./local-toolbox.ts";
import { systemClock } from "./system-clock.ts";

/** The configuration and all that it names. What is wrong with the file itself leaves nothing else to look at. */
export async function examineWorkspace(parts: LocalToolboxParts): Promise<Finding[]> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded.issues.map((issue) => wrong("configuration", issue, "correct it there"));
  const { config } = loaded.value;
  return [
    examineFile(parts),
    ...examinePacks(loaded.value),
    ...(await examineTools(parts)),
    ...examineAgents(loaded.value),
    ...examineModels(config, parts.env),
    examineTelegram(config, parts.env),
  ];
}

function examineFile({ folder, configFile: named = configFile }: LocalToolboxParts): Finding {
  const file = resolve(folder, named);
  if (existsSync(file)) return { name: "configuration", ok: true, says: file };
  return {
    name: "configuration",
    ok: true,
    says: `there is no ${named}, so this is the demo workspace; planwright init makes one`,
  };
}

/** Whose tools are counted: those of the one who has said nothing. */
const everyday = "local";

type Wrong = { message: string; hint?: string | undefined };

function wrong(name: string, { message, hint }: Wrong, mend: string): Finding {
  return { name, ok: false, says: message, mend: hint ?? mend };
}

function examinePacks(loaded: LoadedConfig): Finding[] {
  const packs = loadConfiguredPacks(loaded);
  if (!packs.ok) return packs.issues.map((issue) => wrong("packs", issue, "correct it there"));
  const says = packs.value.map(({ pack }) => pack).join(", ");
  return [{ name: "packs", ok: true, says: says === "" ? "none: goals are planned from the tools' own words" : says }];
}

/** Whether each source of tools answers, and whether each MCP server is still what was accepted. */
async function examineTools(parts: LocalToolboxParts): Promise<Finding[]> {
  const opened = await openLocalToolbox(parts);
  if (!opened.ok) return opened.issues.map((issue) => wrong("tools", issue, "correct planwright.yaml"));
  const { problems, verbs } = opened.value;
  try {
    const down = problems.map(({ place, message }) => ({
      name: "tools",
      ok: false,
      says: `${place}: ${message}`,
      mend: mendTool(message),
    }));
    const tools = { name: "tools", ok: true, says: `${verbs.list(everyday).length} can be called` };
    return [tools, ...down, ...(await examineServers(opened.value))];
  } finally {
    await opened.value.stop();
  }
}

function mendTool(message: string): string {
  const [, variable] = /^(\S+) is not set in the environment/.exec(message) ?? [];
  if (variable !== undefined) return `export ${variable.replace(/,$/, "")}=…`;
  if (message.includes("Allow it in the configuration")) return "add the address to tools.allow of planwright.yaml";
  if (message.includes("ENOENT")) return "install the program, or correct its command in planwright.yaml";
  return "see that it is up, and its entry in planwright.yaml; planwright tools check asks it again";
}

async function examineServers({ servers }: LocalToolbox): Promise<Finding[]> {
  const rows: Finding[] = [];
  for (const [name, server] of servers) {
    const place = `mcp ${name}`;
    const drift = await server.drift().catch(() => []);
    const mend = `look at what it offers, then planwright tools pin ${name}`;
    if (!server.isPinned)
      rows.push({ name: place, ok: true, says: "answers, is not pinned: its writes are refused", mend });
    else if (drift.length === 0) rows.push({ name: place, ok: true, says: "answers, and is what was pinned" });
    else
      rows.push({
        name: place,
        ok: true,
        says: `differs from what was pinned (${drift[0]?.message ?? ""}): its writes are refused`,
        mend,
      });
  }
  return rows;
}

function examineAgents({ config, folder }: LoadedConfig): Finding[] {
  const place = resolve(folder, config.agents.folder);
  const { entries, faults } = openAgentFiles({
    folder: place,
    tenant: config.agents.tenant,
    clock: systemClock,
  }).read();
  const broken = faults.map(({ file, messages }) => ({
    name: "agents",
    ok: false,
    says: messages[0] ?? `${file} is wrong`,
    mend: `correct it; planwright agents check ${place}/${file} shows all`,
  }));
  const says = entries.length === 0 ? `none in ${place}` : entries.map(({ agent }) => agent.profile.id).join(", ");
  return [{ name: "agents", ok: true, says }, ...broken];
}

/** Where a provider's key is found when the configuration does not say. */
const usualKeys: Readonly<Record<string, string>> = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY" };

function examineModels({ models }: Config, env: Env): Finding[] {
  const endpoints = Object.entries(models.endpoints);
  if (endpoints.length === 0)
    return [
      { name: "models", ok: true, says: "none configured, and none is needed: goals are planned by grammar and packs" },
    ];
  return endpoints.map(([name, { provider, model, api_key: key, headers }]) => {
    const usual = usualKeys[provider];
    const wanted: Record<string, SecretText> =
      key === undefined ? (usual === undefined ? {} : { key: { env: usual, prefix: "" } }) : { key };
    return secretsFinding(`model ${name}`, `${provider}, ${model}`, { texts: { ...headers, ...wanted }, env });
  });
}

function examineTelegram({ telegram }: Config, env: Env): Finding {
  if (telegram === undefined) return { name: "telegram", ok: true, says: "not used" };
  const { token, mode, secret, transcriber } = telegram;
  const texts = { token, ...(secret && { secret }), ...(transcriber?.key && { key: transcriber.key }) };
  return secretsFinding("telegram", mode, { texts, env });
}

type Secrets = { texts: Readonly<Record<string, SecretText>>; env: Env };

function secretsFinding(name: string, says: string, { texts, env }: Secrets): Finding {
  const { missing } = readSecrets(texts, env);
  if (missing.length === 0) return { name, ok: true, says: `${says}, has its key` };
  const mend = missing.map((variable) => `export ${variable}=…`).join(", ");
  return { name, ok: false, says: `${says}: ${missing.join(", ")} is not set`, mend };
}
