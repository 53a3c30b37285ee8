import type { chatRoutes } from "../../contracts/api/routes/chat.ts";
import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { HandlersOf } from "../http/exchange.ts";
import { mayUse } from "../principal.ts";

/** Prefix of conversations over HTTP, so that nobody can write into a messenger's conversation. */
const conversationPrefix = "web:";

export function chatHandlers({ chat }: Planwright): HandlersOf<typeof chatRoutes> {
  return {
    chat: ({ body, principal }) => {
      const { tenant, name } = principal;
      const { conversation, input, language, zone } = body;
      return chat.chat.handle(
        compact({
          tenant,
          conversation: `${conversationPrefix}${conversation}`,
          actor: { id: name, name },
          input,
          language,
          zone,
          mayTeach: mayUse(principal, "teach"),
        }),
      );
    },
    getChat: async ({ params: { conversation }, principal: { tenant } }) => ({
      conversation,
      cards: await chat.chat.history({ tenant, conversation: `${conversationPrefix}${conversation}` }),
    }),
    slackEvents: async ({ body, headers }) => {
      const answer = await chat.receiveSlack(body, headers);
      if (answer === undefined) throw new PlanwrightError("UNAUTHENTICATED");
      return answer;
    },
    telegramWebhook: async ({ body, headers }) => {
      const isAuthentic = await chat.receive(body, headers.get("x-telegram-bot-api-secret-token"));
      if (!isAuthentic) throw new PlanwrightError("UNAUTHENTICATED");
      return {};
    },
  };
}
