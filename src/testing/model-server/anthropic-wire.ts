import { compact } from "../../plan/compact.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ModelAnswer, ModelFailure, ModelMessage, ModelRequest, ModelStop } from "../../ports/model.ts";
import { listAt, parseArgs, piecesOf, textAt, type Wire, type WireCall } from "./wire.ts";

/** The Anthropic messages format. A schema comes from `output_config` or from a forced tool. */
export const anthropicWire: Wire = {
  path: "/messages",
  read: (body) => ({ request: readRequest(body), stream: body["stream"] === true }),
  answer: (answer, call) => ({
    ...head(answer, call),
    content: blocksOf(answer, call),
    stop_reason: stopOf(answer, call),
    usage: { input_tokens: answer.usage.inputTokens, output_tokens: answer.usage.outputTokens },
  }),
  events: (answer, call) =>
    eventsOf(answer, call).map((event) => `event: ${textAt(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`),
  failure: (failure) => ({
    status: statusOf(failure),
    body: { type: "error", error: { type: typeOf(failure), message: failure.message } },
  }),
};

const stops: Record<ModelStop, string> = {
  end: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
  filtered: "refusal",
  other: "pause_turn",
};

function head({ usage }: ModelAnswer, { request }: WireCall): JsonObject {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: usage.inputTokens, output_tokens: 0 },
  };
}

function readRequest(body: JsonObject): ModelRequest {
  const tools = listAt(body["tools"]).flatMap((tool) => (isJsonObject(tool) ? [readTool(tool)] : []));
  const system = textOf(body["system"]);
  const schema = schemaOf(body, tools);
  const offered = tools.filter(({ name }) => name !== schema?.name);
  const { temperature } = body;
  return {
    model: textAt(body["model"]),
    messages: [
      ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
      ...listAt(body["messages"]).flatMap((message) => (isJsonObject(message) ? readMessage(message) : [])),
    ],
    maxOutputTokens: Number(body["max_tokens"] ?? 0),
    ...(offered.length > 0 && { tools: offered }),
    ...compact({ schema }),
    ...(typeof temperature === "number" && { temperature }),
  };
}

type Tools = NonNullable<ModelRequest["tools"]>;

function readTool({ name, description, input_schema }: JsonObject): Tools[number] {
  return {
    name: textAt(name),
    description: textAt(description),
    inputSchema: isJsonObject(input_schema) ? input_schema : {},
  };
}

const jsonTool = "json";

function schemaOf({ output_config, tool_choice }: JsonObject, tools: Tools): ModelRequest["schema"] {
  const format = isJsonObject(output_config) ? output_config["format"] : undefined;
  if (isJsonObject(format) && isJsonObject(format["schema"])) return { name: "output", schema: format["schema"] };
  const forced = isJsonObject(tool_choice) && tool_choice["type"] !== "auto";
  const tool = forced ? tools.find(({ name }) => name === jsonTool) : undefined;
  return tool === undefined ? undefined : { name: jsonTool, schema: tool.inputSchema };
}

function readMessage({ role, content }: JsonObject): ModelMessage[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listAt(content).filter(isJsonObject);
  const results = blocks.filter((block) => block["type"] === "tool_result");
  const said = textOf(blocks);
  const answers = results.map((block): ModelMessage => ({
    role: "tool",
    callId: textAt(block["tool_use_id"]),
    name: "",
    content: textOf(block["content"]),
  }));
  if (role !== "assistant") return said === "" ? answers : [...answers, { role: "user", content: said }];
  const calls = blocks.flatMap(({ type, id, name, input }) =>
    type === "tool_use" ? [{ id: textAt(id), name: textAt(name), args: input ?? {} }] : [],
  );
  return [{ role: "assistant", content: said, ...(calls.length > 0 && { calls }) }];
}

function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return listAt(content)
    .map((part) => (isJsonObject(part) && part["type"] === "text" ? textAt(part["text"]) : ""))
    .join("");
}

/** If the schema comes from a forced tool, the text becomes the input of that tool. */
function blocksOf({ text, thought, calls }: ModelAnswer, { request }: WireCall): JsonObject[] {
  const said: JsonObject[] =
    request.schema?.name === jsonTool
      ? [{ type: "tool_use", id: "toolu_json", name: jsonTool, input: parseArgs(text) }]
      : [{ type: "text", text }];
  return [
    ...(thought === undefined ? [] : [{ type: "thinking", thinking: thought, signature: "sig" }]),
    ...(text === "" ? [] : said),
    ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
  ];
}

function stopOf({ stop }: ModelAnswer, { request }: WireCall): string {
  return request.schema?.name === jsonTool && stop === "end" ? "tool_use" : stops[stop];
}

function eventsOf(answer: ModelAnswer, call: WireCall): JsonObject[] {
  const blocks = blocksOf(answer, call).flatMap((block, index): JsonObject[] => [
    { type: "content_block_start", index, content_block: emptied(block) },
    ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]);
  return [
    { type: "message_start", message: head(answer, call) },
    ...blocks,
    {
      type: "message_delta",
      delta: { stop_reason: stopOf(answer, call), stop_sequence: null },
      usage: { output_tokens: answer.usage.outputTokens },
    },
    { type: "message_stop" },
  ];
}

function emptied(block: JsonObject): JsonObject {
  switch (block["type"]) {
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "text":
      return { type: "text", text: "" };
    default:
      return { ...block, input: {} };
  }
}

function deltasOf(block: JsonObject): JsonObject[] {
  switch (block["type"]) {
    case "thinking":
      return piecesOf(textAt(block["thinking"])).map((thinking) => ({ type: "thinking_delta", thinking }));
    case "text":
      return piecesOf(textAt(block["text"])).map((text) => ({ type: "text_delta", text }));
    default: {
      const { input = {} } = block;
      const text = typeof input === "string" ? input : JSON.stringify(input);
      return piecesOf(text).map((partial_json) => ({ type: "input_json_delta", partial_json }));
    }
  }
}

function statusOf({ code }: ModelFailure): number {
  if (code === "rate_limited") return 429;
  if (code === "unauthorised") return 401;
  if (code === "unknown_model") return 404;
  if (code === "bad_request" || code === "context_too_long" || code === "no_recording") return 400;
  return code === "overloaded" ? 529 : 500;
}

function typeOf({ code }: ModelFailure): string {
  const types: Partial<Record<ModelFailure["code"], string>> = {
    rate_limited: "rate_limit_error",
    unauthorised: "authentication_error",
    unknown_model: "not_found_error",
    overloaded: "overloaded_error",
    bad_request: "invalid_request_error",
    context_too_long: "invalid_request_error",
  };
  return types[code] ?? "api_error";
}
