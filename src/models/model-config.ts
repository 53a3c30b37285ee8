export const providers = ["anthropic", "openai", "openai-compatible"] as const;
export type ProviderName = (typeof providers)[number];

/** How structured output is requested; `none` relies on the prompt alone. */
export type StructuredOutput = "schema" | "none";

/** One model of one endpoint. */
export type ModelConfig = {
  provider: ProviderName;
  /** As the provider calls it. */
  model: string;
  /** Required for `openai-compatible`; defaults to the provider's own URL. */
  baseUrl?: string;
  apiKey?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the endpoint accepts a JSON schema for its answer; `schema` by default. */
  structured?: StructuredOutput;
};
