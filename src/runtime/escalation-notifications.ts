import type { Clock } from "../ports/clock.ts";
import type { Handler } from "../ports/engine.ts";
import type { Store } from "../ports/store.ts";
import type { ChangePreview, Verbs } from "../ports/verbs.ts";
import type { Wait } from "../ports/wait.ts";
import type { NotifyOfWait, WaitNotification } from "../runs/follow-up-handler.ts";
import type { Env } from "../tools/config/secret-text.ts";
import { createSlackSend, createTelegramSend } from "./agents/sender.ts";
import type { SlackConfig } from "./config/slack-config.ts";
import type { TelegramConfig } from "./config/telegram-config.ts";

/** The engine's queue for messages to the assignees of escalations. */
export const escalationQueue = "chat.escalations";

type EscalationNotifications = { notify: NotifyOfWait; handler: Handler };

/** Writes to assignees on Telegram (`tg:1001`) and Slack (`slack:U1`). Others find their questions in the inbox. */
export function createEscalationNotifications(parts: {
  store: () => Store;
  clock: Clock;
  verbs: Pick<Verbs, "previewChange">;
  config: { telegram?: TelegramConfig | undefined; slack?: SlackConfig | undefined };
  env: Env;
}): EscalationNotifications {
  const { store, clock, verbs, config, env } = parts;
  const messengers = new Map([
    ["tg", { tenant: config.telegram?.tenant, send: createTelegramSend(config.telegram, env) }],
    ["slack", { tenant: config.slack?.tenant, send: createSlackSend(config.slack, env) }],
  ]);
  return {
    notify(tx, { kind, tenant, waitId }) {
      const now = clock.now();
      if (![...messengers.values()].some((one) => one.tenant === tenant)) return;
      tx.enqueue({ queue: escalationQueue, key: `${kind} ${waitId}`, tenant, dueAt: now }, now);
    },
    async handler({ job }) {
      const at = job.key.indexOf(" ");
      const wait = await store().wait(job.tenant, job.key.slice(at + 1));
      const [, prefix = "", to = ""] = /^([a-z]+):(.+)$/.exec(wait?.followUp?.assignee ?? "") ?? [];
      const messenger = messengers.get(prefix);
      const isReminder = job.key.startsWith("reminder" satisfies WaitNotification["kind"]);
      if (wait?.state === "open" && messenger?.tenant === job.tenant)
        await messenger.send?.(job.tenant, to, textOf(wait, { isReminder, change: await changeOf(verbs, wait) }));
      await store().write((tx) => tx.release(job));
    },
  };
}

/** What an approval would change, read now. */
async function changeOf({ previewChange }: Pick<Verbs, "previewChange">, { kind, call, tenant }: Wait) {
  if (kind !== "approval" || call === undefined) return undefined;
  return previewChange?.(call.verb, call.args, { tenant, signal: new AbortController().signal });
}

type NotificationParts = { isReminder: boolean; change: ChangePreview | undefined };

function textOf(
  { id, question, choices, answers, call, followUp }: Wait,
  { isReminder, change }: NotificationParts,
): string {
  const reason = followUp?.handOvers?.at(-1)?.reason;
  return [
    `${isReminder ? "Reminder: " : ""}${question}`,
    ...(call === undefined ? [] : [`${call.verb} ${JSON.stringify(call.args)}`]),
    ...(change === undefined ? [] : [`${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`]),
    ...(answers === undefined ? [] : [`Answers: ${answers.join(", ")}`]),
    ...(isReminder || reason === undefined ? [] : [`Handed over to you: ${reason}`]),
    ...(followUp?.deadlineAt === undefined ? [] : [`Until ${new Date(followUp.deadlineAt).toISOString()}`]),
    `planwright runs decide ${id} ${choices.join("|")}`,
  ].join("\n");
}
