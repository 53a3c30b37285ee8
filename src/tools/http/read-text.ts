import { ToolError } from "../tool-error.ts";
import type { DialAnswer } from "./dial.ts";

/** The body as text, never more than `maxBytes` of it: a longer one is refused, not cut. */
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
