import { z } from "zod";
import { listPrices, type PriceTable } from "../models/prices.ts";
import { providers } from "../models/model-config.ts";
import type { BudgetLimits, Limit } from "../models/budget/limits.ts";
import type { Issue } from "../plan/issue.ts";
import { joinPointer } from "../plan/pointer.ts";
import { toMicroCents } from "../planners/cost.ts";
import { SecretText } from "../tools/config/secret-text.ts";

const Name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/);

export const EndpointConfig = z.strictObject({
  provider: z
    .enum(providers)
    .describe("whose format is spoken; openai-compatible is Ollama, vLLM, llama.cpp and others"),
  model: z.string().min(1).describe("as the provider calls it"),
  base_url: z
    .string()
    .optional()
    .describe("where it is; openai-compatible needs one, and may name this machine or a private network"),
  api_key: SecretText.optional().describe("ANTHROPIC_API_KEY or OPENAI_API_KEY of the environment by default"),
  headers: z.record(z.string(), SecretText).default({}).describe("sent with every request"),
  structured: z
    .enum(["schema", "none"])
    .default("schema")
    .describe("whether the endpoint takes a JSON schema for its answer"),
  context_tokens: z.int().min(1000).optional().describe("the model's window"),
  timeout_ms: z.int().min(1).max(3_600_000).default(120_000).describe("how long one answer may take"),
});
export type EndpointConfig = z.infer<typeof EndpointConfig>;

const cents = z.number().min(0).max(1_000_000);
const PriceConfig = z.strictObject({
  input_cents_per_million: cents.describe("for a million tokens that are sent"),
  output_cents_per_million: cents.describe("for a million tokens that come back"),
});

/** `models:` of `planwright.yaml`. Without an endpoint no model is ever asked. */
export const ModelsConfig = z.strictObject({
  default: Name.optional().describe("the endpoint to ask; the first by default"),
  endpoints: z.record(Name, EndpointConfig).default({}).describe("models that may be asked, by a name of yours"),
  prices: z.record(z.string(), PriceConfig).default({}).describe("by provider/model, before the list prices"),
});
export type ModelsConfig = z.infer<typeof ModelsConfig>;

const LimitConfig = z.strictObject({
  limit_cents: z.number().min(0).max(1e9).describe("what may be spent"),
  per: z.enum(["day", "month", "total"]).default("day").describe("in which time, by UTC; total never begins anew"),
});
type LimitConfig = z.infer<typeof LimitConfig>;

/** `budgets:` of `planwright.yaml`. What has no limit is only written down. */
export const BudgetsConfig = z.strictObject({
  global: LimitConfig.optional().describe("all together"),
  tenant: LimitConfig.optional().describe("each tenant"),
  agent: LimitConfig.optional().describe("each agent"),
  run: LimitConfig.omit({ per: true }).optional().describe("each run"),
  tenants: z.record(z.string(), LimitConfig).default({}).describe("tenants by name, instead of tenant"),
  agents: z.record(z.string(), LimitConfig).default({}).describe("agents by id, instead of agent"),
  unpriced: z
    .enum(["refuse", "allow"])
    .default("refuse")
    .describe("what becomes of a call under a limit whose model has no price"),
});
export type BudgetsConfig = z.infer<typeof BudgetsConfig>;

/** The name a model goes by in requests, prices and books. An endpoint of one's own goes by its own name. */
export function modelName(endpoint: string, { provider, model }: EndpointConfig): string {
  return `${provider === "openai-compatible" ? endpoint : provider}/${model}`;
}

/** What the shape cannot say. */
export function checkModelsConfig({ default: chosen, endpoints }: ModelsConfig, at: string): Issue[] {
  const issues: Issue[] = [];
  const say = (pointer: string, message: string): void => void issues.push({ code: "INVALID_VALUE", pointer, message });
  const names = Object.keys(endpoints);
  if (chosen !== undefined && !names.includes(chosen))
    say(joinPointer(at, "default"), `there is no endpoint ${chosen}`);
  const seen = new Set<string>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const place = joinPointer(at, "endpoints", name);
    const { provider, base_url: baseUrl } = endpoint;
    if (provider === "openai-compatible" && baseUrl === undefined) say(place, "needs a base_url");
    if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ""))
      say(joinPointer(place, "base_url"), "must be an http or https address");
    const model = modelName(name, endpoint);
    if (seen.has(model)) say(place, `${model} is there twice`);
    seen.add(model);
  }
  return issues;
}

export function toPriceTables({ prices }: ModelsConfig): PriceTable[] {
  const own = Object.entries(prices).map(([model, price]) => {
    const { input_cents_per_million: input, output_cents_per_million: output } = price;
    // A cent for a million tokens is a thousand micro-cents for a thousand.
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

/** A limit finer than a micro-cent is rounded down. */
function toLimit({ limit_cents: limit, per }: LimitConfig): Limit {
  return { microCents: toMicroCents(limit) ?? Math.floor(limit * 1_000_000), per };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
