import { compact } from "../../../plan/compact.ts";
import type { BusEvent } from "../../../contracts/react/bus-event.ts";
import { parseJsonText } from "../../../plan/json-text.ts";
import { openTail } from "../../../runtime/bus.ts";
import type { OpenPlanwright } from "../../../runtime/open-planwright.ts";
import { exit, type Handler, type Invocation, numberOf, print, text, UsageError } from "../../command.ts";
import { refuseDocument } from "../../input/document.ts";
import { untilStopped } from "../../process/stop-signal.ts";
import { callRoute } from "../../remote/call-route.ts";
import { clientCommand, withClient } from "../../workspace/with-client.ts";

export const publish: Handler = async (invocation) => {
  const [channel = "", words = "{}"] = invocation.args;
  const payload = parseJsonText(words);
  if (!payload.ok) return refuseDocument(invocation, "payload", payload.issues);
  const id = text(invocation, "id");
  return withClient(invocation, "events dead", async (client, planwright) => {
    const body = compact({ channel, payload: payload.value, id });
    const accepted =
      planwright === undefined ? await client.publishEvent({ body }) : await announce(invocation, planwright, body);
    return print(invocation, accepted, `${publishOutcome(accepted.is_new)}: ${accepted.id} on ${accepted.channel}\n`);
  });
};

/** On a shared bus the readers deduplicate, so it is not known here whether the event is new. */
async function announce(
  invocation: Invocation,
  { agents, ids }: OpenPlanwright,
  event: Omit<BusEvent, "id"> & { id?: string },
) {
  await agents.load();
  const { id = ids.next(), channel } = event;
  const isNew = await agents.announce(text(invocation, "tenant") ?? "local", { ...event, id });
  return { id, channel, is_new: isNew ?? null };
}

function publishOutcome(isNew: boolean | null): string {
  if (isNew === null) return "published";
  return isNew ? "accepted" : "duplicate";
}

/** Lists dead letters. */
export const dead = clientCommand(
  "events dead",
  callRoute("listDeadLetters", {
    call: (invocation) => ({ query: { limit: numberOf(invocation, "limit") ?? 20 } }),
    text: ({ events }) =>
      events.map(({ channel, id, text: sent, why }) => `${id} on ${channel}: ${why}\n  ${sent}\n`).join("") ||
      "No dead letters.\n",
  }),
);

/** Prints what is published in Redis, without consuming it. */
export const tail: Handler = async ({ args, io }) => {
  const url = io.env["REDIS_URL"];
  if (url === undefined || url === "")
    throw new UsageError("the in-process bus is not visible to other processes; set REDIS_URL");
  const stop = await openTail({ url, channels: args, onEvent: (event) => io.out(`${JSON.stringify(event)}\n`) });
  await untilStopped(io.signal);
  await stop();
  return exit.ok;
};
