import type { Clock } from "../ports/clock.ts";
import type { Handler } from "../ports/engine.ts";
import type { Store } from "../ports/store.ts";
import type { Wait } from "../ports/wait.ts";
import type { NotifyOfWait, WaitNotification } from "../runs/follow-up-handler.ts";
import type { TelegramSend } from "./agents/sender.ts";

/** The engine's queue for messages to the assignees of escalations. */
export const escalationNewsQueue = "chat.escalations";

type EscalationNews = { notify: NotifyOfWait; handler: Handler };

/** Writes to assignees with a Telegram id (`tg:1001`). Others find their questions in the inbox. */
export function createEscalationNews(parts: {
  store: () => Store;
  clock: Clock;
  send: TelegramSend;
  tenant: string;
}): EscalationNews {
  const { store, clock, send } = parts;
  return {
    notify(tx, { kind, tenant, waitId }) {
      const now = clock.now();
      if (tenant !== parts.tenant) return;
      tx.enqueue({ queue: escalationNewsQueue, key: `${kind} ${waitId}`, tenant, dueAt: now }, now);
    },
    async handler({ job }) {
      const at = job.key.indexOf(" ");
      const wait = await store().wait(job.tenant, job.key.slice(at + 1));
      const [, chatId] = /^tg:(-?\d+)$/.exec(wait?.followUp?.assignee ?? "") ?? [];
      const isReminder = job.key.startsWith("reminder" satisfies WaitNotification["kind"]);
      if (wait?.state === "open" && chatId !== undefined) await send(job.tenant, chatId, textOf(wait, isReminder));
      await store().write((tx) => tx.release(job));
    },
  };
}

function textOf({ id, question, choices, answers, call, followUp }: Wait, isReminder: boolean): string {
  const reason = followUp?.handOvers?.at(-1)?.reason;
  return [
    `${isReminder ? "Reminder: " : ""}${question}`,
    ...(call === undefined ? [] : [`${call.verb} ${JSON.stringify(call.args)}`]),
    ...(answers === undefined ? [] : [`Answers: ${answers.join(", ")}`]),
    ...(isReminder || reason === undefined ? [] : [`Handed over to you: ${reason}`]),
    ...(followUp?.deadlineAt === undefined ? [] : [`Until ${new Date(followUp.deadlineAt).toISOString()}`]),
    `planwright runs decide ${id} ${choices.join("|")}`,
  ].join("\n");
}
