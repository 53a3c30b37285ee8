import type { LanguageModelV4CallOptions, LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelMessage, ModelRequest } from "../ports/model.ts";
import type { StructuredOutput } from "./model-config.ts";
import type { ToolNames } from "./tool-names.ts";

/** Converts a request to the call options of the AI SDK's providers. */
export function toCallOptions(
  request: ModelRequest,
  { names, structured }: { names: ToolNames; structured: StructuredOutput },
): Omit<LanguageModelV4CallOptions, "abortSignal"> {
  const { schema, tools = [], maxOutputTokens, temperature = 0 } = request;
  return {
    prompt: toPrompt(request.messages, names),
    maxOutputTokens,
    temperature,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function" as const,
        name: names.to(name),
        description,
        inputSchema,
      })),
      toolChoice: { type: "auto" as const },
    }),
    ...(schema !== undefined &&
      structured === "schema" && {
        responseFormat: { type: "json" as const, name: schema.name, schema: schema.schema },
        // Strict mode forbids optional fields, which tool schemas have; arguments are validated here anyway.
        providerOptions: { openai: { strictJsonSchema: false }, openaiCompatible: { strictJsonSchema: false } },
      }),
  };
}

/** Consecutive tool results are one message, as Anthropic requires. */
function toPrompt(messages: readonly ModelMessage[], names: ToolNames): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  for (const message of messages) {
    const next = toMessage(message, names);
    const last = prompt.at(-1);
    if (next.role === "tool" && last?.role === "tool") last.content.push(...next.content);
    else prompt.push(next);
  }
  return prompt;
}

function toMessage(message: ModelMessage, names: ToolNames): LanguageModelV4Message {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.content }] };
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...(message.content === "" ? [] : [{ type: "text" as const, text: message.content }]),
          ...(message.calls ?? []).map(({ id, name, args }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: names.to(name),
            input: args,
          })),
        ],
      };
    case "tool": {
      const { callId, name, content } = message;
      const output = { type: "text" as const, value: content };
      return { role: "tool", content: [{ type: "tool-result", toolCallId: callId, toolName: names.to(name), output }] };
    }
    default:
      return message satisfies never;
  }
}
