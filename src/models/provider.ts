import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelConfig } from "./model-config.ts";

/** Loads the provider's package on the first call: it is the slowest part to load. */
export async function loadLanguageModel(config: ModelConfig, send: typeof fetch): Promise<LanguageModelV4> {
  const { provider, model, apiKey = "", headers = {}, structured = "schema" } = config;
  const settings = { apiKey, headers: { ...headers }, fetch: send };
  switch (provider) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...settings, baseURL: config.baseUrl ?? "https://api.anthropic.com/v1" })(model);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ ...settings, baseURL: config.baseUrl ?? "https://api.openai.com/v1" }).chat(model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        ...settings,
        name: "openaiCompatible",
        baseURL: config.baseUrl ?? "",
        includeUsage: true,
        supportsStructuredOutputs: structured === "schema",
      })(model);
    }
    default:
      return provider satisfies never;
  }
}
