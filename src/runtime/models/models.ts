import { playModel, type Player, recordModel, type WriteLine } from "../../cassettes/index.ts";
import { createLedger, type Ledger } from "../../models/budget/ledger.ts";
import type { BudgetLimits } from "../../models/budget/limits.ts";
import { withBudget } from "../../models/budget/with-budget.ts";
import { createModel } from "../../models/create-model.ts";
import { failure } from "../../models/failure.ts";
import { type DatedPrice, priceAt } from "../../models/prices.ts";
import type { ModelConfig } from "../../models/model-config.ts";
import { withRetries } from "../../models/retry.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Log } from "../../ports/log.ts";
import type { Model } from "../../ports/model.ts";
import type { Store } from "../../ports/store.ts";
import { type Env, readSecrets, type SecretText } from "../../tools/config/secret-text.ts";
import type { Dial } from "../../tools/http/dial.ts";
import { createGuardedFetch } from "../../tools/http/guarded-fetch.ts";
import { createHttp } from "../../tools/http/http.ts";
import { allowsUrl } from "./allows-url.ts";
import type { LoadedConfig } from "../config/config.ts";
import { type EndpointConfig, modelName, toLimits, toPriceTables } from "../config/models-config.ts";
import { instrumentModel } from "../telemetry/instrument-model.ts";
import type { Telemetry } from "../telemetry/instrument-planning.ts";

/** Records calls, or replays them without calling anything. */
export type Cassette = { mode: "record"; write: WriteLine } | { mode: "replay"; player: Player };

export type ModelsParts = {
  config: Pick<LoadedConfig["config"], "models" | "budgets">;
  env: Env;
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  telemetry: Telemetry;
  cassette?: Cassette | undefined;
  /** Opens connections; Node's sockets by default. */
  dial?: Dial | undefined;
};

/** A model with telemetry, budget and retries. */
export type ReadyModel = { model: Model; name: string; contextTokens?: number; price?: DatedPrice | undefined };

export type OpenModels = {
  /** The default endpoint; undefined if none is configured. */
  ready: ReadyModel | undefined;
  ledger: Ledger;
  limits: BudgetLimits;
};

/** Opens the configured models. Loads and calls nothing before the first request. */
export function openModels(parts: ModelsParts): OpenModels {
  const { config, clock } = parts;
  const { endpoints, default: chosen } = config.models;
  const limits = toLimits(config.budgets);
  const ledger = createLedger({ ...parts, limits });
  const name = chosen ?? Object.keys(endpoints)[0];
  const endpoint = name === undefined ? undefined : endpoints[name];
  if (name === undefined || endpoint === undefined) return { ready: undefined, ledger, limits };
  const prices = toPriceTables(config.models);
  const model = modelName(name, endpoint);
  const price = priceAt(prices, model, clock.now());
  const { context_tokens: contextTokens } = endpoint;
  const callable = parts.cassette?.mode === "replay" ? playModel(parts.cassette.player) : live();
  const ready: ReadyModel = {
    model: instrumentModel(callable, parts.telemetry, { prices, clock }),
    name: model,
    price,
  };
  return { ready: contextTokens === undefined ? ready : { ...ready, contextTokens }, ledger, limits };

  function live(): Model {
    const bare = endpointModel(endpoint as EndpointConfig, parts); // checked above
    // Every attempt counts against the budget: the provider may charge for one that timed out.
    const paid = withBudget(bare, { ledger, clock, prices, unpriced: config.budgets.unpriced });
    const tried = withRetries(paid, { clock });
    return parts.cassette?.mode === "record" ? recordModel(tried, parts.cassette.write) : tried;
  }
}

const defaultKeys = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY" } as const;

/** Creates the model behind the outgoing guard, which allows private addresses only if the configuration names them. */
function endpointModel(endpoint: EndpointConfig, { env, clock, dial }: ModelsParts): Model {
  const { provider, model, base_url: baseUrl, structured, timeout_ms: timeoutMs } = endpoint;
  const usual: SecretText | undefined =
    provider === "openai-compatible" ? undefined : { env: defaultKeys[provider], prefix: "" };
  const { api_key: apiKey = usual } = endpoint;
  const key = readSecrets(apiKey === undefined ? {} : { key: apiKey }, env);
  const headers = readSecrets(endpoint.headers, env);
  const missing = [...key.missing, ...headers.missing];
  if (missing.length > 0) return unauthorisedModel(missing);
  const config: ModelConfig = {
    provider,
    model,
    structured,
    headers: headers.values,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(key.values["key"] !== undefined && { apiKey: key.values["key"] }),
  };
  const http = createHttp({ allows: allowsUrl(baseUrl), ...(dial !== undefined && { dial }) });
  return createModel(config, { clock, fetch: createGuardedFetch(http), timeoutMs });
}

/** A model that fails with the names of the missing variables. */
function unauthorisedModel(missing: readonly string[]): Model {
  const message = `${missing.join(", ")} is not set in the environment`;
  return { call: async () => ({ ok: false, failure: failure("unauthorised", message) }) };
}
