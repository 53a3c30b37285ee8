import { PlanwrightError } from "../../contracts/errors.ts";
import { jsonIssue } from "../../plan/json-issue.ts";

/** The body as text, read to the limit and no further whatever its length header says. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? "0") > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const issue = jsonIssue("MALFORMED_JSON", "", { message: "the body is not UTF-8", hint: "Send UTF-8." });
    throw new PlanwrightError("MALFORMED_BODY", { issues: [issue] });
  }
}

function tooLarge(maxBytes: number): PlanwrightError {
  return new PlanwrightError("BODY_TOO_LARGE", { message: `A body may have at most ${maxBytes} bytes.` });
}
