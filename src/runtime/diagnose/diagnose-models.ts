import { providerDefaults } from "../../models/model-config.ts";
import { createGuardedFetch } from "../../tools/http/guarded-fetch.ts";
import { createHttp } from "../../tools/http/http.ts";
import { type Env, readSecrets, type SecretText } from "../../tools/config/secret-text.ts";
import type { Config } from "../config/config.ts";
import type { EndpointConfig } from "../config/models-config.ts";
import { allowsUrl } from "../models/allows-url.ts";
import { type Finding, secretsFinding } from "./finding.ts";

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const anthropic = (key: string): Record<string, string> => ({ "x-api-key": key, "anthropic-version": "2023-06-01" });

const timeoutMs = 5_000;

/** Checks the secrets of each endpoint and asks it for its list of models, which costs nothing. */
export function diagnoseModels({ models }: Config, env: Env): Promise<Finding[]> {
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
  const texts = { ...more, ...(key !== undefined && { key }) };
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
