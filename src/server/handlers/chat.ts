import { PlanwrightError } from "../../contracts/errors.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";

/** Conversations over HTTP have names of their own: nobody speaks into a messenger's chat from here. */
const surface = "web:";

export function chatHandlers({ chat }: Planwright): Pick<Handlers, "chat" | "getChat" | "telegramWebhook"> {
  return {
    chat: ({ body, principal: { tenant, name } }) => {
      const { conversation, input, language, zone } = body;
      return chat.chat.handle({
        tenant,
        conversation: `${surface}${conversation}`,
        actor: { id: name, name },
        input,
        ...(language !== undefined && { language }),
        ...(zone !== undefined && { zone }),
      });
    },
    getChat: async ({ params: { conversation }, principal: { tenant } }) => ({
      conversation,
      cards: await chat.chat.history({ tenant, conversation: `${surface}${conversation}` }),
    }),
    telegramWebhook: async ({ body, headers }) => {
      const isOurs = await chat.receive(body, headers.get("x-telegram-bot-api-secret-token"));
      if (!isOurs) throw new PlanwrightError("UNAUTHENTICATED");
      return {};
    },
  };
}
