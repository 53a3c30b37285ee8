import { parseJsonText } from "../../plan/json-text.ts";
import { openTail } from "../../runtime/bus.ts";
import { withAgents } from "../agents-access.ts";
import { exit, flag, type Handler, text, UsageError } from "../command.ts";
import { refuseDocument } from "../document.ts";

export const publish: Handler = async (invocation) => {
  const [channel = "", words = "{}"] = invocation.args;
  const payload = parseJsonText(words);
  if (!payload.ok) return refuseDocument(invocation, "payload", payload.issues);
  const id = text(invocation, "id");
  return withAgents(invocation, async (agents) => {
    const accepted = await agents.publish({ channel, payload: payload.value, ...(id !== undefined && { id }) });
    if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify(accepted)}\n`);
    else invocation.io.out(`${accepted.is_new ? "taken" : "had it already"}: ${accepted.id} on ${accepted.channel}\n`);
    return exit.ok;
  });
};

/** What is published in Redis, seen without taking it from anybody. */
export const tail: Handler = async ({ args, io }) => {
  const url = io.env["REDIS_URL"];
  if (url === undefined || url === "")
    throw new UsageError("events of one process are not seen from another; set REDIS_URL to the Redis they go through");
  const stop = await openTail({ url, channels: args, onEvent: (event) => io.out(`${JSON.stringify(event)}\n`) });
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await stop();
  return exit.ok;
};
