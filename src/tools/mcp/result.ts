import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { parseJsonText } from "../../plan/json-text.ts";
import { asJsonObject, type Json, toJson } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";

/**
 * What a tool's result says: its structured content; else its one text, read as JSON where it is an object or a list;
 * else the blocks as they came. A result marked as an error is a failed answer.
 */
export function outputOf(result: CallToolResult): Json {
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (result.isError === true) throw new ToolError("tool_failed", texts.join("\n").slice(0, 2000) || "the tool failed");
  if (result.structuredContent !== undefined) return asJsonObject(result.structuredContent);
  const [only] = texts;
  if (only !== undefined && result.content.length === 1) return fromText(only);
  return toJson(result.content);
}

function fromText(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = parseJsonText(text, { depth: 64, stringBytes: Infinity, unsafeKeys: new Set(["__proto__"]) });
  return parsed.ok ? parsed.value : text;
}
