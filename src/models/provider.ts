import { loadOptional } from "../ports/optional-package.ts";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { type ModelConfig, providerDefaults } from "./model-config.ts";

/** Loads the provider's package on the first call: it is the slowest part to load. */
export async function loadLanguageModel(config: ModelConfig, send: typeof fetch): Promise<LanguageModelV4> {
  const { provider, model, apiKey = "", headers = {}, structured = "schema" } = config;
  const baseURL = config.baseUrl ?? providerDefaults[provider].baseUrl ?? "";
  const settings = { apiKey, headers: { ...headers }, fetch: send, baseURL };
  switch (provider) {
    case "anthropic": {
      const { createAnthropic } = await loadOptional(
        "@ai-sdk/anthropic",
        `A model of ${provider}`,
        () => import("@ai-sdk/anthropic"),
      );
      return createAnthropic(settings)(model);
    }
    case "openai": {
      const { createOpenAI } = await loadOptional(
        "@ai-sdk/openai",
        `A model of ${provider}`,
        () => import("@ai-sdk/openai"),
      );
      return createOpenAI(settings).chat(model);
    }
    case "google":
    case "openrouter":
    case "openai-compatible": {
      const { createOpenAICompatible } = await loadOptional(
        "@ai-sdk/openai-compatible",
        `A model of ${provider}`,
        () => import("@ai-sdk/openai-compatible"),
      );
      return createOpenAICompatible({
        ...settings,
        name: "openaiCompatible",
        includeUsage: true,
        supportsStructuredOutputs: structured === "schema",
      })(model);
    }
    default:
      return provider satisfies never;
  }
}
