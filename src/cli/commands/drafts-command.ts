import type { Command, Option } from "../command.ts";
import { folderOptions } from "../folder-options.ts";
import { json } from "../json-option.ts";
import { remoteOptions } from "../remote.ts";

const place = { ...folderOptions, ...remoteOptions, json };
const as: Option = { type: "string", value: "id", summary: 'Who decides; "cli" by default. A server takes the key\'s' };
const revision: Option = { type: "string", value: "n", summary: "The revision that was shown" };

/** `planwright drafts`: action plans that wait for a person. */
export const draftsCommand: Command = {
  name: "drafts",
  summary: "Action plans that wait for a person: look at them, reply to them, apply or cancel them.",
  commands: [
    {
      name: "list",
      summary: "The newest Drafts.",
      options: {
        limit: { type: "string", value: "n", summary: "How many; 20 by default" },
        status: {
          type: "string",
          value: "word",
          choices: ["draft", "applied", "cancelled", "expired"],
          summary: "draft, applied, cancelled or expired",
        },
        ...place,
      },
      load: async () => (await import("./drafts.ts")).list,
    },
    {
      name: "show",
      summary: "One Draft: what it would change, what it waits for, what became of it.",
      args: "<draft>",
      minArgs: 1,
      options: place,
      load: async () => (await import("./drafts.ts")).show,
    },
    {
      name: "create",
      summary:
        "Bring words or an action plan to the gate. A query is answered; a Draft is exit 6: a person must decide.",
      args: "[words…]",
      maxArgs: 1000,
      options: { plan: { type: "string", value: "file|-", summary: "An action plan instead of words" }, as, ...place },
      examples: ['planwright drafts create "Сделка Ромашка выиграна, создай kickoff"'],
      load: async () => (await import("./drafts.ts")).create,
    },
    {
      name: "apply",
      summary:
        "Approve what was shown and carry it out. Exit 1 when part of it failed, 6 when it is refused or more is needed.",
      args: "<draft>",
      minArgs: 1,
      options: {
        revision,
        confirm: { type: "boolean", summary: "Also the second confirmation of a bulk write" },
        as,
        ...place,
      },
      examples: ["planwright drafts apply 0199f… --revision 1"],
      load: async () => (await import("./drafts.ts")).apply,
    },
    {
      name: "pick",
      summary: "Take a row of the pick list that a Draft shows.",
      args: "<draft> <row>",
      minArgs: 2,
      maxArgs: 2,
      options: { revision, as, ...place },
      examples: ["planwright drafts pick 0199f… deal_0002 --revision 1"],
      load: async () => (await import("./draft-replies.ts")).pick,
    },
    {
      name: "answer",
      summary: "Answer what a Draft asks, by question or, where it asks one thing, by the answer alone.",
      args: "<draft> <[question=]answer>…",
      minArgs: 2,
      maxArgs: 10,
      options: { revision, as, ...place },
      examples: ["planwright drafts answer 0199f… transcript=right --revision 1"],
      load: async () => (await import("./draft-replies.ts")).answer,
    },
    {
      name: "edit",
      summary: "Say it in other words, as a new revision.",
      args: "<draft> <words>…",
      minArgs: 2,
      maxArgs: 1000,
      options: { revision, as, ...place },
      load: async () => (await import("./draft-replies.ts")).edit,
    },
    {
      name: "cancel",
      summary: "Close a Draft; one that is being applied is told to stop.",
      args: "<draft>",
      minArgs: 1,
      options: { revision, as, ...place },
      load: async () => (await import("./drafts.ts")).cancel,
    },
  ],
};
