/**
 * The typed HTTP client.
 *
 * @module planwright/client
 */

export { type CallAnswer, type CallInput, type Connection } from "./call.ts";
export { type Client, createClient, ProblemError } from "./client.ts";
export type { ServerEvent } from "./events.ts";
export { type AiTool, createAiTools } from "./ai-tools.ts";
