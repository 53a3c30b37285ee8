import { type Handler, print } from "../../command.ts";
import { readCanonical, refuseDocument } from "../../input/document.ts";

/** Prints the exact bytes that are hashed, without a final newline. */
export const canonical: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const form = await readCanonical(invocation.io, path);
  if (!form.ok) return refuseDocument(invocation, path, form.issues);
  return print(invocation, { canonical: form.value }, form.value);
};
