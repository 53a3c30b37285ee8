export const providers = ["anthropic", "openai", "google", "openrouter", "openai-compatible"] as const;
export type ProviderName = (typeof providers)[number];

/** The base URL and the environment variable of the API key of each provider. Google and OpenRouter speak OpenAI's API. */
export const providerDefaults: Readonly<Record<ProviderName, { baseUrl?: string; keyName?: string }>> = {
  anthropic: { baseUrl: "https://api.anthropic.com/v1", keyName: "ANTHROPIC_API_KEY" },
  openai: { baseUrl: "https://api.openai.com/v1", keyName: "OPENAI_API_KEY" },
  google: { baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai", keyName: "GEMINI_API_KEY" },
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", keyName: "OPENROUTER_API_KEY" },
  "openai-compatible": {},
};

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
