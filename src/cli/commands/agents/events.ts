import { compact } from "../../../contracts/compact.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import { openTail } from "../../../runtime/bus.ts";
import { withAgents } from "../../workspace/agents-access.ts";
import { exit, flag, type Handler, print, text, UsageError } from "../../command.ts";
import { limitOf } from "../../options/limit-option.ts";
import { refuseDocument } from "../../input/document.ts";

export const publish: Handler = async (invocation) => {
  const [channel = "", words = "{}"] = invocation.args;
  const payload = parseJsonText(words);
  if (!payload.ok) return refuseDocument(invocation, "payload", payload.issues);
  const id = text(invocation, "id");
  return withAgents(invocation, async (agents) => {
    const accepted = await agents.publish(compact({ channel, payload: payload.value, id }));
    return print(invocation, accepted, `${publishOutcome(accepted.is_new)}: ${accepted.id} on ${accepted.channel}\n`);
  });
};

function publishOutcome(isNew: boolean | null): string {
  if (isNew === null) return "published";
  return isNew ? "accepted" : "duplicate";
}

/** Lists dead letters. */
export const dead: Handler = (invocation) =>
  withAgents(invocation, async (agents) => {
    const { events } = await agents.deadLetters(limitOf(invocation));
    if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify({ events })}\n`);
    else if (events.length === 0) invocation.io.out("No dead letters.\n");
    for (const { channel, id, text: sent, why } of flag(invocation, "json") ? [] : events)
      invocation.io.out(`${id} on ${channel}: ${why}\n  ${sent}\n`);
    return exit.ok;
  });

/** Prints what is published in Redis, without consuming it. */
export const tail: Handler = async ({ args, io }) => {
  const url = io.env["REDIS_URL"];
  if (url === undefined || url === "")
    throw new UsageError("the in-process bus is not visible to other processes; set REDIS_URL");
  const stop = await openTail({ url, channels: args, onEvent: (event) => io.out(`${JSON.stringify(event)}\n`) });
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await stop();
  return exit.ok;
};
