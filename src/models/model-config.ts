export const providers = ["anthropic", "openai", "openai-compatible"] as const;
export type ProviderName = (typeof providers)[number];

/** How an endpoint is asked for an answer by a schema; `none` leaves it to the words of the prompt. */
export type StructuredOutput = "schema" | "none";

/** One model of one endpoint. */
export type ModelConfig = {
  provider: ProviderName;
  /** As the provider calls it. */
  model: string;
  /** Required for `openai-compatible`; the provider's own otherwise. */
  baseUrl?: string;
  apiKey?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the endpoint takes a JSON schema for its answer; `schema` by default. */
  structured?: StructuredOutput;
};
