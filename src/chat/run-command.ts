import { createFromText } from "./create-from-text.ts";
import { textsOf } from "./rendering.ts";
import { note, renderingOf, type ChatContext, type ChatTurn } from "./chat-context.ts";
import { draftCard } from "./cards/draft-card.ts";

const shownDrafts = 5;

/** `/pipeline` and its like: a command of the pack is the request it stands for, with what follows it. */
export async function runCommand(talk: ChatContext, text: string): Promise<ChatTurn> {
  const [, name = "", rest = ""] = /^\/([^\s@]+)(?:@\S+)?\s*(.*)$/s.exec(text) ?? [];
  const words = textsOf(talk);
  switch (name.toLowerCase()) {
    case "start":
      return { ...(await note(talk, `${words.greeting}\n\n${helpText(talk)}`)), waiting: null };
    case "help":
      return note(talk, helpText(talk));
    case "cancel":
      return { ...(await note(talk, helpText(talk))), waiting: null };
    case "drafts":
      return listDrafts(talk);
    default: {
      const command = talk.parts.commands.find((one) => one.name === name.toLowerCase());
      if (command === undefined) return note(talk, `${words.unknownCommand(name)}\n${helpText(talk)}`);
      return createFromText(talk, `${command.says[talk.language]} ${rest}`.trim());
    }
  }
}

/** What can be said, and the commands there are. */
export function helpText({ parts, language }: ChatContext): string {
  const own = { ru: "/drafts — открытые черновики", en: "/drafts — open Drafts" }[language];
  return textsOf({ language }).help(
    [...parts.commands.map(({ name, about }) => `/${name} — ${about[language]}`), own].join("\n"),
  );
}

/** The person's own open Drafts, each as its card. */
async function listDrafts(talk: ChatContext): Promise<ChatTurn> {
  const { said, parts } = talk;
  const author = said.actor.id;
  const open = await parts.drafts.list({ tenant: said.tenant, status: "DRAFT", author, limit: shownDrafts });
  if (open.length === 0) return note(talk, textsOf(talk).noDrafts);
  return { cards: open.map((view) => draftCard(view, renderingOf(talk))) };
}
