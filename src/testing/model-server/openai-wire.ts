import { compact } from "../../plan/compact.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ModelAnswer, ModelFailure, ModelMessage, ModelRequest, ModelStop, ToolCall } from "../../ports/model.ts";
import { listAt, parseArgs, piecesOf, textAt, type Wire, type WireCall } from "./wire.ts";

/** The OpenAI chat completions format, which vLLM, Ollama and llama.cpp also use. */
export const openaiWire: Wire = {
  path: "/chat/completions",
  read: (body) => ({ request: readRequest(body), stream: body["stream"] === true }),
  answer: (answer, { request }) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: request.model,
    choices: [{ index: 0, message: messageOf(answer), finish_reason: reasons[answer.stop] }],
    usage: usageOf(answer),
  }),
  events: (answer, call) => [...eventsOf(answer, call).map((event) => `data: ${event}\n\n`), "data: [DONE]\n\n"],
  failure: (failure) => ({
    status: statusOf(failure),
    body: { error: { message: failure.message, type: "error", param: null, code: codeOf(failure) } },
  }),
};

const reasons: Record<ModelStop, string> = {
  end: "stop",
  calls: "tool_calls",
  length: "length",
  filtered: "content_filter",
  other: "unknown",
};

function readRequest(body: JsonObject): ModelRequest {
  const format = body["response_format"];
  const asked = isJsonObject(format) ? format["json_schema"] : undefined;
  const schema = isJsonObject(asked) ? asked["schema"] : undefined;
  const tools = listAt(body["tools"]).flatMap((tool) => (isJsonObject(tool) ? readTool(tool["function"]) : []));
  const { temperature } = body;
  return {
    model: textAt(body["model"]),
    messages: listAt(body["messages"]).flatMap((message) => (isJsonObject(message) ? [readMessage(message)] : [])),
    maxOutputTokens: Number(body["max_completion_tokens"] ?? body["max_tokens"] ?? 0),
    ...(tools.length > 0 && { tools }),
    ...(isJsonObject(asked) && isJsonObject(schema) && { schema: { name: textAt(asked["name"]), schema } }),
    ...(typeof temperature === "number" && { temperature }),
  };
}

function readTool(tool: Json | undefined): NonNullable<ModelRequest["tools"]> {
  if (!isJsonObject(tool)) return [];
  const { name, description, parameters } = tool;
  return [
    {
      name: textAt(name),
      description: textAt(description),
      inputSchema: isJsonObject(parameters) ? parameters : {},
    },
  ];
}

function readMessage(message: JsonObject): ModelMessage {
  const content = contentOf(message["content"]);
  if (message["role"] === "tool") return { role: "tool", callId: textAt(message["tool_call_id"]), name: "", content };
  if (message["role"] !== "assistant") return { role: message["role"] === "user" ? "user" : "system", content };
  const calls = listAt(message["tool_calls"]).flatMap((call) => (isJsonObject(call) ? [readCall(call)] : []));
  return { role: "assistant", content, ...(calls.length > 0 && { calls }) };
}

function readCall({ id, function: called }: JsonObject): ToolCall {
  const { name, arguments: args } = isJsonObject(called) ? called : {};
  return { id: textAt(id), name: textAt(name), args: parseArgs(textAt(args)) };
}

function contentOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return listAt(content)
    .map((part) => (isJsonObject(part) ? textAt(part["text"]) : ""))
    .join("");
}

function messageOf({ text, thought, calls }: ModelAnswer): JsonObject {
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...compact({ reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
  };
}

function callOf({ id, name, args }: ToolCall): JsonObject {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { id, type: "function", function: { name, arguments: text } };
}

function usageOf({ usage }: ModelAnswer): JsonObject {
  const { inputTokens, outputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function eventsOf(answer: ModelAnswer, { request }: WireCall): string[] {
  const chunk = (delta: JsonObject, rest: JsonObject = {}): JsonObject => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 0,
    model: request.model,
    choices: [{ index: 0, delta, finish_reason: null, ...rest }],
  });
  const events: JsonObject[] = [
    chunk({ role: "assistant" }),
    ...piecesOf(answer.thought ?? "").map((piece) => chunk({ reasoning_content: piece })),
    ...piecesOf(answer.text).map((piece) => chunk({ content: piece })),
    ...answer.calls.map((call, index) => chunk({ tool_calls: [{ index, ...callOf(call) }] })),
    chunk({}, { finish_reason: reasons[answer.stop] }),
    { ...chunk({}), choices: [], usage: usageOf(answer) },
  ];
  return events.map((event) => JSON.stringify(event));
}

function statusOf({ code }: ModelFailure): number {
  if (code === "rate_limited") return 429;
  if (code === "unauthorised") return 401;
  if (code === "unknown_model") return 404;
  if (code === "bad_request" || code === "context_too_long" || code === "no_recording") return 400;
  return code === "overloaded" ? 503 : 500;
}

function codeOf({ code }: ModelFailure): string {
  return code === "context_too_long" ? "context_length_exceeded" : code;
}
