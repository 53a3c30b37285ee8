import { canonicalText } from "../../plan/canonical.ts";
import { exit, flag, type Handler } from "../command.ts";
import { readDocument, refuseDocument } from "../document.ts";

/** Writes the exact bytes that are hashed, so there is no newline at the end. */
export const canonical: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const document = await readDocument(invocation.io, path);
  if (!document.ok) return refuseDocument(invocation, path, document.issues);
  const text = canonicalText(document.value);
  invocation.io.out(flag(invocation, "json") ? `${JSON.stringify({ canonical: text })}\n` : text);
  return exit.ok;
};
