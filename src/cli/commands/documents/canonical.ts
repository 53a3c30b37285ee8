import { exit, flag, type Handler } from "../../command.ts";
import { readCanonical, refuseDocument } from "../../input/document.ts";

/** Prints the exact bytes that are hashed, without a final newline. */
export const canonical: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const form = await readCanonical(invocation.io, path);
  if (!form.ok) return refuseDocument(invocation, path, form.issues);
  invocation.io.out(flag(invocation, "json") ? `${JSON.stringify({ canonical: form.value })}\n` : form.value);
  return exit.ok;
};
