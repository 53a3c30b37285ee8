import { compact } from "../../plan/compact.ts";
import { playModel, type Player, recordModel, type WriteLine } from "../../cassettes/index.ts";
import { createLedger, type Ledger } from "../../models/budget/ledger.ts";
import type { BudgetLimits } from "../../models/budget/limits.ts";
import { withBudget } from "../../models/budget/with-budget.ts";
import { createModel } from "../../models/create-model.ts";
import { failure } from "../../models/failure.ts";
import { type DatedPrice, priceAt } from "../../models/prices.ts";
import { withFailover } from "../../models/failover.ts";
import { type ModelConfig, providerDefaults } from "../../models/model-config.ts";
import { withRetries } from "../../models/retry.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import type { Model } from "../../ports/model.ts";
import type { Store } from "../../ports/store.ts";
import { type Env, readSecrets, type SecretText } from "../../tools/config/secret-text.ts";
import type { SendRequest } from "../../tools/http/dial.ts";
import { createGuardedFetch } from "../../tools/http/guarded-fetch.ts";
import { createHttp } from "../../tools/http/http.ts";
import { allowsUrl } from "./allows-url.ts";
import type { LoadedConfig } from "../config/config.ts";
import { type EndpointConfig, modelName, toLimits, toPriceTables } from "../config/models-config.ts";
import { instrumentModel } from "../telemetry/instrument-model.ts";
import type { Telemetry } from "../telemetry/instrument-planning.ts";

/** Records calls, or replays them without calling anything. */
export type Cassette = { madeAt: string } & ({ mode: "record"; write: WriteLine } | { mode: "replay"; player: Player });

type ModelsParts = {
  config: Pick<LoadedConfig["config"], "models" | "budgets">;
  env: Env;
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  telemetry: Telemetry;
  cassette?: Cassette | undefined;
  /** Opens connections; Node's sockets by default. */
  dial?: SendRequest | undefined;
};

/** A model with telemetry, budget and retries. */
export type ReadyModel = {
  model: Model;
  name: string;
  contextTokens?: number;
  price?: DatedPrice | undefined;
  /** Time limit of planning with it. */
  timeoutMs?: number;
};

export type OpenModels = {
  /** The default endpoint; undefined if none is configured. */
  ready: ReadyModel | undefined;
  ledger: Ledger;
  limits: BudgetLimits;
};

/** The default endpoint of the configuration, with its name and price; undefined if none is configured. */
export function configuredModel(config: LoadedConfig["config"]["models"], now: number) {
  const { endpoints, default: chosen } = config;
  const key = chosen ?? Object.keys(endpoints)[0];
  const endpoint = key === undefined ? undefined : endpoints[key];
  if (key === undefined || endpoint === undefined) return undefined;
  const name = modelName(key, endpoint);
  const price = priceAt(toPriceTables(config), name, now);
  return { endpoint, ...compact({ name, price, contextTokens: endpoint.context_tokens }) };
}

/** Opens the configured models. Loads and calls nothing before the first request. */
export function openModels(parts: ModelsParts): OpenModels {
  const { config, clock } = parts;
  const { endpoints } = config.models;
  const limits = toLimits(config.budgets);
  const ledger = createLedger({ ...parts, limits });
  const chosen = configuredModel(config.models, clock.now());
  if (chosen === undefined) return { ready: undefined, ledger, limits };
  const { endpoint, ...described } = chosen;
  const prices = toPriceTables(config.models);
  const others = config.models.failover.flatMap((key): [string, EndpointConfig][] => {
    const other = endpoints[key];
    return other === undefined ? [] : [[key, other]];
  });
  const callable = parts.cassette?.mode === "replay" ? playModel(parts.cassette.player) : live(endpoint);
  const chain = [endpoint, ...others.map(([, other]) => other)];
  const timeoutMs = chain.reduce((sum, { timeout_ms: ms }) => sum + ms, 0);
  const watched = instrumentModel(callable, parts.telemetry, { prices, clock });
  return { ready: { model: watched, timeoutMs, ...described }, ledger, limits };

  function live(first: EndpointConfig): Model {
    const backups = others.map(([key, other]) => ({ name: modelName(key, other), model: withAttempts(other) }));
    const tried = withFailover([{ name: described.name, model: withAttempts(first) }, ...backups], parts.log);
    return parts.cassette?.mode === "record" ? recordModel(tried, parts.cassette.write) : tried;
  }

  function withAttempts(one: EndpointConfig): Model {
    // Every attempt counts against the budget: the provider may charge for one that timed out.
    const paid = withBudget(endpointModel(one, parts), { ledger, clock, prices, unpriced: config.budgets.unpriced });
    return withRetries(paid, { clock });
  }
}

/** Creates the model behind the outgoing guard, which allows private addresses only if the configuration names them. */
function endpointModel(endpoint: EndpointConfig, { env, clock, dial }: ModelsParts): Model {
  const { provider, model, base_url: baseUrl, structured, timeout_ms: timeoutMs } = endpoint;
  const { keyName } = providerDefaults[provider];
  const usual: SecretText | undefined = keyName === undefined ? undefined : { env: keyName, prefix: "" };
  const { api_key: apiKey = usual } = endpoint;
  const key = readSecrets(apiKey === undefined ? {} : { key: apiKey }, env);
  const headers = readSecrets(endpoint.headers, env);
  const missing = [...key.missing, ...headers.missing];
  if (missing.length > 0) return unauthorisedModel(missing);
  const config: ModelConfig = compact({
    provider,
    model,
    structured,
    headers: headers.values,
    baseUrl,
    apiKey: key.values["key"],
  });
  const http = createHttp(compact({ allows: allowsUrl(baseUrl), dial }));
  return createModel(config, { clock, fetch: createGuardedFetch(http), timeoutMs });
}

/** A model that fails with the names of the missing variables. */
function unauthorisedModel(missing: readonly string[]): Model {
  const message = `${missing.join(", ")} is not set in the environment`;
  return { call: async () => ({ ok: false, failure: failure("unauthorised", message) }) };
}
