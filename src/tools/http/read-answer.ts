import { parseJsonText } from "../../plan/json-text.ts";
import type { Json } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";
import type { DialAnswer } from "./dial.ts";
import { readText } from "./read-text.ts";

type ReadAnswer = { status: number; contentType: string; body: Json };

/** The answer of a successful call: JSON where it says it is, else text. Any other status is a failure of the call. */
export async function readAnswer(answer: DialAnswer, maxBytes: number): Promise<ReadAnswer> {
  const { status } = answer;
  const contentType = (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (status < 200 || status > 299) throw await failure(answer);
  const text = await readText(answer, maxBytes);
  if (!/^application\/(?:json|.+\+json)$/.test(contentType)) return { status, contentType, body: text };
  if (text.trim() === "") return { status, contentType, body: null };
  const parsed = parseJsonText(text, { depth: 64, stringBytes: maxBytes, unsafeKeys: new Set(["__proto__"]) });
  if (parsed.ok) return { status, contentType, body: parsed.value };
  throw new ToolError("invalid_output", `the answer says it is JSON and is not: ${parsed.issues[0]?.message ?? ""}`);
}

async function failure(answer: DialAnswer): Promise<ToolError> {
  const { status } = answer;
  const said = await readText(answer, 64 * 1024).catch(() => "");
  const message = `the server answered ${status}${said.trim() === "" ? "" : `: ${said.trim().slice(0, 300)}`}`;
  if (status === 429) return new ToolError("rate_limited", message);
  if (status === 408) return new ToolError("timeout", message);
  if (status === 425) return new ToolError("unavailable", message);
  return new ToolError(status >= 500 ? "upstream_error" : "tool_failed", message);
}
