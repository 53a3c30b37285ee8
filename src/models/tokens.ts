import type { ModelRequest } from "../ports/model.ts";

/** Tokens a text is likely to take: four bytes of UTF-8 each, the usual rule of thumb. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 4);
}

/** What providers add around a message and around a tool. */
const perMessage = 8;

/** Tokens the input of a call is likely to take: its words, the tools and the schema. Never 0. */
export function requestTokens({ messages, tools = [], schema }: ModelRequest): number {
  const said = messages.reduce((sum, message) => sum + perMessage + estimateTokens(textOf(message)), 0);
  const offered = tools.reduce((sum, tool) => sum + perMessage + estimateTokens(JSON.stringify(tool)), 0);
  return Math.max(1, said + offered + (schema === undefined ? 0 : estimateTokens(JSON.stringify(schema))));
}

function textOf(message: ModelRequest["messages"][number]): string {
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  return calls.length === 0 ? message.content : message.content + JSON.stringify(calls);
}

/** As many tokens as a call can hardly pass: twice the likely input, and the output's cap. */
export function tokensAtMost(request: ModelRequest): { inputTokens: number; outputTokens: number } {
  return { inputTokens: 2 * requestTokens(request), outputTokens: Math.max(0, Math.ceil(request.maxOutputTokens)) };
}
