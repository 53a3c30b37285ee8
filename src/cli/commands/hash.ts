import { contentHashFull } from "../../plan/hash.ts";
import { exit, flag, type Handler } from "../command.ts";
import { readDocument, refuseDocument } from "../document.ts";

export const hash: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const document = await readDocument(invocation.io, path);
  if (!document.ok) return refuseDocument(invocation, path, document.issues);
  const full = contentHashFull(document.value);
  const short = full.slice(0, 16);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ hash: short, full })}\n`);
  else invocation.io.out(`${flag(invocation, "full") ? full : short}\n`);
  return exit.ok;
};
