import { textHash } from "../../../plan/hash.ts";
import { exit, flag, type Handler } from "../../command.ts";
import { readCanonical, refuseDocument } from "../../input/document.ts";

export const hash: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const form = await readCanonical(invocation.io, path);
  if (!form.ok) return refuseDocument(invocation, path, form.issues);
  const full = textHash(form.value);
  const short = full.slice(0, 16);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ hash: short, full })}\n`);
  else invocation.io.out(`${flag(invocation, "full") ? full : short}\n`);
  return exit.ok;
};
