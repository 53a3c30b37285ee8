import { parseJsonText } from "../../plan/json-text.ts";
import type { Json } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";
import type { DialAnswer } from "./dial.ts";

type ReadAnswer = { status: number; contentType: string; body: Json };

/** The answer of a successful call: JSON by its content type, else text. Any other status is a failure of the call. */
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

/** The body as text. One longer than `maxBytes` is refused, not truncated. */
export async function readText(answer: DialAnswer, maxBytes: number): Promise<string> {
  const encoding = answer.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new ToolError("invalid_output", `the answer is encoded as ${encoding}, unasked`);
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    throw new ToolError("invalid_output", "the answer is not UTF-8 text", { cause });
  }
}

function tooLarge(maxBytes: number): ToolError {
  return new ToolError("output_too_large", `the answer has more than ${maxBytes} bytes`);
}
