import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Env } from "../../tools/config/secret-text.ts";
import { openAgentFiles } from "../agents/agent-files.ts";
import { type Config, configFile, loadConfig, type LoadedConfig } from "../config/config.ts";
import { loadConfiguredPacks } from "../config/configured-packs.ts";
import { systemClock } from "../system-clock.ts";
import type { LocalToolboxParts } from "../toolbox/local-toolbox.ts";
import { diagnoseModels } from "./diagnose-models.ts";
import { diagnoseTools } from "./diagnose-tools.ts";
import { type Finding, problemFinding, secretsFinding } from "./finding.ts";

/** Checks the configuration and everything it names. An invalid file ends the checks. */
export async function diagnoseWorkspace(parts: LocalToolboxParts): Promise<Finding[]> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded.issues.map((issue) => problemFinding("configuration", issue, "correct the file"));
  const { config } = loaded.value;
  const packs = loadConfiguredPacks(loaded.value);
  const agents = readAgents(loaded.value);
  const toolsets = agents.entries.map(({ agent: { profile } }) => ({ agent: profile.id, tools: profile.toolset }));
  return [
    diagnoseFile(parts),
    ...diagnosePacks(packs),
    ...(await diagnoseTools(parts, { packs: packs.ok ? packs.value : [], toolsets })),
    ...diagnoseAgents(agents),
    ...(await diagnoseModels(config, parts.env)),
    diagnoseTelegram(config, parts.env),
    diagnoseSlack(config, parts.env),
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

function diagnosePacks(packs: ReturnType<typeof loadConfiguredPacks>): Finding[] {
  if (!packs.ok) return packs.issues.map((issue) => problemFinding("packs", issue, "correct the file"));
  const message = packs.value.map(({ pack }) => pack).join(", ");
  const none = "none: goals are planned from tool names and descriptions";
  return [{ name: "packs", ok: true, message: message === "" ? none : message }];
}

function readAgents({ config, folder }: LoadedConfig) {
  const place = resolve(folder, config.agents.folder);
  return { place, ...openAgentFiles({ folder: place, tenant: config.agents.tenant, clock: systemClock }).read() };
}

function diagnoseAgents({ place, entries, faults }: ReturnType<typeof readAgents>): Finding[] {
  const broken = faults.map(({ file, messages }) => ({
    name: "agents",
    ok: false,
    message: messages[0] ?? `${file} is invalid`,
    fix: `correct it; planwright agents check ${place}/${file} shows all problems`,
  }));
  const message = entries.length === 0 ? `none in ${place}` : entries.map(({ agent }) => agent.profile.id).join(", ");
  return [{ name: "agents", ok: true, message }, ...broken];
}

function diagnoseSlack({ slack }: Config, env: Env): Finding {
  if (slack === undefined) return { name: "slack", ok: true, message: "not configured" };
  const { token, mode, app_token, signing_secret } = slack;
  const texts = { token, ...(app_token && { app_token }), ...(signing_secret && { signing_secret }) };
  return secretsFinding("slack", mode, { texts, env });
}

function diagnoseTelegram({ telegram }: Config, env: Env): Finding {
  if (telegram === undefined) return { name: "telegram", ok: true, message: "not configured" };
  const { token, mode, secret, transcriber } = telegram;
  const texts = { token, ...(secret && { secret }), ...(transcriber?.key && { key: transcriber.key }) };
  return secretsFinding("telegram", mode, { texts, env });
}
