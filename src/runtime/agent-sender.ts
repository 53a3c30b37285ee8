import type { Sender } from "../agents/send-handler.ts";
import type { Bus } from "../ports/bus.ts";
import type { Http } from "../tools/http/http.ts";
import type { TelegramSend } from "./agent-telegram.ts";

/** Where notices for the hub are published, for whoever listens there. */
export const hubChannel = "orion:hub:notice";

/** Telegram takes no empty message. */
const nothingSaid = "(no words)";

export type SenderParts = {
  bus: Bus;
  http: Http;
  /** Undefined where no bot is configured. */
  telegram: TelegramSend | undefined;
};

/** The ways out of the house for what agents have to say. */
export function createSender({ bus, http, telegram }: SenderParts): Sender {
  return async ({ id, agentId, runId, to, text }, { tenant, signal }) => {
    const message = { notice_id: id, agent_id: agentId, run_id: runId, text };
    switch (to.kind) {
      case "hub":
        return await bus.publish({ id, channel: hubChannel, payload: message });
      case "webhook": {
        const headers = { "content-type": "application/json", "idempotency-key": id };
        const body = JSON.stringify(message);
        const answer = await http.send({ method: "POST", url: to.url, headers, body, signal });
        for await (const _chunk of answer.body) if (signal.aborted) break;
        if (answer.status >= 300) throw new Error(`the webhook answered ${answer.status}`);
        return;
      }
      case "telegram":
        if (telegram === undefined) throw new Error("no Telegram bot is configured");
        return await telegram(tenant, to.chatId, text || nothingSaid);
      default:
        return to satisfies never;
    }
  };
}
