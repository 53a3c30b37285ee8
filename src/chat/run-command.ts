import { createFromText } from "./create-from-text.ts";
import { handleAct, openView } from "./handle-act.ts";
import { ownCommands } from "./own-commands.ts";
import { textsOf } from "./rendering.ts";
import { cardOf, noteTurn, type ChatContext, type ChatTurn } from "./chat-context.ts";

const shownDrafts = 5;

/** `/pipeline` and its like: a command of the pack is the request it stands for, with what follows it. */
export async function runCommand(context: ChatContext, text: string): Promise<ChatTurn> {
  const [, name = "", rest = ""] = /^\/([^\s@]+)(?:@\S+)?\s*(.*)$/s.exec(text) ?? [];
  const words = textsOf(context);
  switch (name.toLowerCase()) {
    case "start":
      return { ...(await noteTurn(context, `${words.greeting}\n\n${helpText(context)}`)), waiting: null };
    case "help":
      return noteTurn(context, helpText(context));
    case "cancel":
      return handleAct(context, "cancel", await openView(context));
    case "drafts":
      return listDrafts(context);
    default: {
      const command = context.deps.commands.find((one) => one.name === name.toLowerCase());
      if (command === undefined) return noteTurn(context, `${words.unknownCommand(name)}\n${helpText(context)}`);
      return createFromText(context, `${command.says[context.language]} ${rest}`.trim());
    }
  }
}

/** What can be said, and the commands there are. */
export function helpText({ deps, language }: ChatContext): string {
  const commands = [...deps.commands, ...ownCommands];
  return textsOf({ language }).help(commands.map(({ name, about }) => `/${name} — ${about[language]}`).join("\n"));
}

/** The person's own open Drafts, each as its card. */
async function listDrafts(context: ChatContext): Promise<ChatTurn> {
  const { said, deps } = context;
  const author = said.actor.id;
  const open = await deps.drafts.list({ tenant: said.tenant, status: "DRAFT", author, limit: shownDrafts });
  if (open.length === 0) return noteTurn(context, textsOf(context).noDrafts);
  return { cards: await Promise.all(open.map((view) => cardOf(context, view))) };
}
