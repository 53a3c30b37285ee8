import { z } from "zod";
import { listPrices, type PriceTable } from "../../models/prices.ts";
import { providers } from "../../models/model-config.ts";
import type { BudgetLimits, Limit } from "../../models/budget/limits.ts";
import type { Issue } from "../../plan/issue.ts";
import { joinPointer } from "../../plan/pointer.ts";
import { toMicroCents } from "../../planners/cost.ts";
import { SecretText } from "../../tools/config/secret-text.ts";

const Name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/);

export const EndpointConfig = z.strictObject({
  provider: z.enum(providers).describe("provider; openai-compatible covers Ollama, vLLM, llama.cpp and others"),
  model: z.string().min(1).describe("model name of the provider"),
  base_url: z
    .string()
    .optional()
    .describe("base URL; required for openai-compatible, and may be local or on a private network"),
  api_key: SecretText.optional().describe(
    "API key; ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY by default",
  ),
  headers: z.record(z.string(), SecretText).default({}).describe("headers sent with every request"),
  structured: z
    .enum(["schema", "none"])
    .default("schema")
    .describe("whether the endpoint accepts a JSON schema for the answer"),
  context_tokens: z.int().min(1000).optional().describe("context window of the model, in tokens"),
  timeout_ms: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(120_000)
    .describe("timeout of one answer; also of planning with the model, and of the requests that wait for it"),
});
export type EndpointConfig = z.infer<typeof EndpointConfig>;

const cents = z.number().min(0).max(1_000_000);
const PriceConfig = z.strictObject({
  input_cents_per_million: cents.describe("price per million input tokens"),
  output_cents_per_million: cents.describe("price per million output tokens"),
});

/** `models:` of `planwright.yaml`. Without an endpoint no model is called. */
export const ModelsConfig = z.strictObject({
  default: Name.optional().describe("default endpoint; the first one if not set"),
  failover: z.array(Name).default([]).describe("endpoints to try, in order, when the default one fails"),
  endpoints: z.record(Name, EndpointConfig).default({}).describe("model endpoints, by a name you choose"),
  prices: z
    .record(z.string(), PriceConfig)
    .default({})
    .describe("prices by provider/model; they override the list prices"),
});
export type ModelsConfig = z.infer<typeof ModelsConfig>;

const LimitConfig = z.strictObject({
  limit_cents: z.number().min(0).max(1e9).describe("limit in cents"),
  per: z.enum(["day", "month", "total"]).default("day").describe("period in UTC; total never resets"),
});
type LimitConfig = z.infer<typeof LimitConfig>;

/** `budgets:` of `planwright.yaml`. Spending without a limit is only recorded. */
export const BudgetsConfig = z.strictObject({
  global: LimitConfig.optional().describe("limit for all tenants together"),
  tenant: LimitConfig.optional().describe("limit for each tenant"),
  agent: LimitConfig.optional().describe("limit for each agent"),
  run: LimitConfig.omit({ per: true }).optional().describe("limit for each run"),
  tenants: z.record(z.string(), LimitConfig).default({}).describe("limits for named tenants, instead of tenant"),
  agents: z.record(z.string(), LimitConfig).default({}).describe("limits for agents by id, instead of agent"),
  unpriced: z
    .enum(["refuse", "allow"])
    .default("refuse")
    .describe("how to treat a call under a limit if the model has no price"),
});
export type BudgetsConfig = z.infer<typeof BudgetsConfig>;

/** The name of a model in requests, prices and spending. An openai-compatible endpoint uses its own name. */
export function modelName(endpoint: string, { provider, model }: EndpointConfig): string {
  return `${provider === "openai-compatible" ? endpoint : provider}/${model}`;
}

/** Checks beyond the schema. */
export function checkModelsConfig({ default: chosen, failover, endpoints }: ModelsConfig, at: string): Issue[] {
  const issues: Issue[] = [];
  const addIssue = (pointer: string, message: string): void =>
    void issues.push({ code: "INVALID_VALUE", pointer, message });
  const names = Object.keys(endpoints);
  if (chosen !== undefined && !names.includes(chosen))
    addIssue(joinPointer(at, "default"), `there is no endpoint ${chosen}`);
  for (const [index, name] of failover.entries())
    if (!names.includes(name)) addIssue(joinPointer(at, "failover", index), `there is no endpoint ${name}`);
  const seen = new Set<string>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const place = joinPointer(at, "endpoints", name);
    const { provider, base_url: baseUrl } = endpoint;
    if (provider === "openai-compatible" && baseUrl === undefined) addIssue(place, "needs a base_url");
    if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ""))
      addIssue(joinPointer(place, "base_url"), "must be an http or https address");
    const model = modelName(name, endpoint);
    if (seen.has(model)) addIssue(place, `${model} is configured twice`);
    seen.add(model);
  }
  return issues;
}

export function toPriceTables({ prices }: ModelsConfig): PriceTable[] {
  const own = Object.entries(prices).map(([model, price]) => {
    const { input_cents_per_million: input, output_cents_per_million: output } = price;
    // One cent per million tokens equals 1,000 micro-cents per thousand.
    return [model, [{ from: "", input: Math.ceil(input * 1000), output: Math.ceil(output * 1000) }]] as const;
  });
  return [Object.fromEntries(own), listPrices];
}

export function toLimits({ global, tenant, agent, run, tenants, agents }: BudgetsConfig): BudgetLimits {
  return {
    ...(global !== undefined && { global: toLimit(global) }),
    ...(tenant !== undefined && { tenant: toLimit(tenant) }),
    ...(agent !== undefined && { agent: toLimit(agent) }),
    ...(run !== undefined && { run: toLimit({ ...run, per: "total" }) }),
    tenants: mapValues(tenants, toLimit),
    agents: mapValues(agents, toLimit),
  };
}

/** Rounds down to micro-cents. */
function toLimit({ limit_cents: limit, per }: LimitConfig): Limit {
  return { microCents: toMicroCents(limit) ?? Math.floor(limit * 1_000_000), per };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
