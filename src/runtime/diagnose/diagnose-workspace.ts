import { compact } from "../../plan/compact.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Env, readSecrets, type SecretText } from "../../tools/config/secret-text.ts";
import { openAgentFiles } from "../agents/agent-files.ts";
import { type Config, configFile, loadConfig, type LoadedConfig } from "../config/config.ts";
import { loadConfiguredPacks } from "../config/configured-packs.ts";
import { systemClock } from "../system-clock.ts";
import { minSecretLength } from "../../tools/secrets.ts";
import { shortSecrets } from "../toolbox/known-secrets.ts";
import type { LocalToolboxParts } from "../toolbox/local-toolbox.ts";
import { diagnoseApprovers, readKeys } from "./diagnose-approvers.ts";
import { diagnoseTools } from "./diagnose-tools.ts";
import { type Finding, problemFinding, secretsFinding } from "./finding.ts";
import { providerDefaults } from "../../models/model-config.ts";
import { createGuardedFetch } from "../../tools/http/guarded-fetch.ts";
import { createHttp } from "../../tools/http/http.ts";
import type { EndpointConfig } from "../config/models-config.ts";
import { allowsUrl } from "../models/allows-url.ts";

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
    ...diagnoseSecrets(config, parts.env),
    ...diagnoseApprovers(config, await readKeys({ folder: parts.dataFolder, env: parts.env }), systemClock.now()),
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

function diagnoseSecrets(config: Config, env: Env): Finding[] {
  return shortSecrets(config, env).map((name) => ({
    name: "secrets",
    ok: true,
    message: `${name} has fewer than ${minSecretLength} characters, so it is not redacted from what tools return`,
    fix: "use a longer secret",
  }));
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
  const texts = {
    token,
    ...compact({ app_token: app_token || undefined, signing_secret: signing_secret || undefined }),
  };
  return secretsFinding("slack", mode, { texts, env });
}

function diagnoseTelegram({ telegram }: Config, env: Env): Finding {
  if (telegram === undefined) return { name: "telegram", ok: true, message: "not configured" };
  const { token, mode, secret, transcriber } = telegram;
  const texts = { token, ...compact({ secret: secret || undefined, key: transcriber?.key || undefined }) };
  return secretsFinding("telegram", mode, { texts, env });
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const anthropic = (key: string): Record<string, string> => ({ "x-api-key": key, "anthropic-version": "2023-06-01" });

const timeoutMs = 5_000;

/** Checks the secrets of each endpoint and asks it for its list of models, which costs nothing. */
function diagnoseModels({ models }: Config, env: Env): Promise<Finding[]> {
  const endpoints = Object.entries(models.endpoints);
  if (endpoints.length === 0) {
    const message = "none configured (optional): goals are planned by grammar and packs";
    return Promise.resolve([{ name: "models", ok: true, message }]);
  }
  return Promise.all(endpoints.map(([name, endpoint]) => diagnoseEndpoint(`model ${name}`, endpoint, env)));
}

async function diagnoseEndpoint(name: string, endpoint: EndpointConfig, env: Env): Promise<Finding> {
  const { provider, model, api_key: own, headers: more } = endpoint;
  const { baseUrl, keyName } = providerDefaults[provider];
  const key: SecretText | undefined = own ?? (keyName === undefined ? undefined : { env: keyName, prefix: "" });
  const texts = { ...more, ...compact({ key }) };
  const secrets = secretsFinding(name, `${provider}, ${model}`, { texts, env });
  if (!secrets.ok) return secrets;
  const { key: value, ...headers } = readSecrets(texts, env).values;
  const url = (endpoint.base_url ?? baseUrl ?? "").replace(/\/+$/, "");
  const auth = value === undefined ? {} : (provider === "anthropic" ? anthropic : bearer)(value);
  return ping(name, `${url}/models`, { ...headers, ...auth });
}

async function ping(name: string, url: string, headers: Record<string, string>): Promise<Finding> {
  const request = createGuardedFetch(createHttp({ allows: allowsUrl(url) }));
  try {
    const { status } = await request(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (status === 401 || status === 403)
      return { name, ok: false, message: `${url} refuses the key (${status})`, fix: "set a valid API key" };
    if (status >= 500) return { name, ok: false, message: `${url} answers ${status}`, fix: "check the model server" };
    return { name, ok: true, message: `${url} answers, secrets are set` };
  } catch (error) {
    const message = `${url} does not answer: ${error instanceof Error ? error.message : String(error)}`;
    return { name, ok: false, message, fix: "start the model server, or correct base_url in planwright.yaml" };
  }
}
