import { PlanwrightError } from "../../contracts/errors.ts";
import { createIssue } from "../../plan/create-issue.ts";

/** The body as text, read to the limit and no further whatever its length header says. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? "0") > maxBytes) throw tooLarge(maxBytes);
  try {
    // The HTTP parser enforces a declared length, so a small body is read in one go.
    return decode(declared === null ? await readChunks(request, maxBytes) : await request.arrayBuffer(), maxBytes);
  } catch (error) {
    if (error instanceof PlanwrightError) throw error;
    throw new PlanwrightError("MALFORMED_BODY", { message: "The body broke off.", cause: error });
  }
}

async function readChunks({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array | ArrayBuffer, maxBytes: number): string {
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  try {
    return utf8.decode(bytes);
  } catch {
    const issue = createIssue("MALFORMED_JSON", "", { message: "the body is not UTF-8", hint: "Send UTF-8." });
    throw new PlanwrightError("MALFORMED_BODY", { issues: [issue] });
  }
}

function tooLarge(maxBytes: number): PlanwrightError {
  return new PlanwrightError("BODY_TOO_LARGE", { message: `A body may have at most ${maxBytes} bytes.` });
}
