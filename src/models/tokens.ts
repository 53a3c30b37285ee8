import type { ModelRequest } from "../ports/model.ts";

/** Estimates the tokens of a text: four bytes of UTF-8 each, the usual rule of thumb. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 4);
}

/** Overhead per message and per tool. */
const perMessage = 8;

/** Estimates the input tokens of a call: messages, tools and schema. Never 0. */
export function requestTokens({ messages, tools = [], schema }: ModelRequest): number {
  const said = messages.reduce((sum, message) => sum + perMessage + estimateTokens(textOf(message)), 0);
  const offered = tools.reduce((sum, tool) => sum + perMessage + estimateTokens(JSON.stringify(tool)), 0);
  return Math.max(1, said + offered + (schema === undefined ? 0 : estimateTokens(JSON.stringify(schema))));
}

function textOf(message: ModelRequest["messages"][number]): string {
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  return calls.length === 0 ? message.content : message.content + JSON.stringify(calls);
}

/** An upper bound for the tokens of a call: twice the estimated input, and the output cap. */
export function tokensAtMost(request: ModelRequest): { inputTokens: number; outputTokens: number } {
  return { inputTokens: 2 * requestTokens(request), outputTokens: Math.max(0, Math.ceil(request.maxOutputTokens)) };
}
