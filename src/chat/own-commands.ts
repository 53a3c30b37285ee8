import type { ChatCommand } from "./chat.ts";

/** The commands that every conversation has. */
export const ownCommands: readonly Pick<ChatCommand, "name" | "about">[] = [
  { name: "drafts", about: { ru: "открытые черновики", en: "open Drafts" } },
  { name: "cancel", about: { ru: "отменить черновик", en: "cancel the open Draft" } },
  { name: "help", about: { ru: "что можно сказать", en: "what you can ask for" } },
];
