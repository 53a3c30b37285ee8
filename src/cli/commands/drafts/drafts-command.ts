import { command } from "../../command.ts";
import { boolean, limitOption, number, placeOptions, value } from "../../options/options.ts";

const as = value("id", 'Who decides; "cli" by default. A server uses the owner of the key');
const reason = value("text", "Why; kept with the decision");
const revision = number("n", "Revision that you reviewed", [1, 999_999_999]);

/** `planwright drafts`: action plans that wait for approval. */
export const draftsCommand = command(
  "drafts",
  "Action plans that wait for approval: show, answer, apply or cancel them.",
  {
    commands: [
      command("list", "List the newest Drafts.", {
        options: {
          limit: limitOption,
          status: value("word", "draft, applied, cancelled or expired", {
            choices: ["draft", "applied", "cancelled", "expired"],
          }),
          ...placeOptions,
        },
        load: async () => (await import("./drafts.ts")).list,
      }),
      command("show", "Show a Draft: its changes, its next step and its outcomes.", {
        args: "<draft>",
        options: placeOptions,
        load: async () => (await import("./drafts.ts")).show,
      }),
      command(
        "create",
        "Create a Draft from text or an action plan. Queries are answered directly. Exit 6: the Draft needs a decision.",
        {
          args: "[words…]",
          options: {
            plan: value("file|-", "Use an action plan instead of text"),
            as,
            ...placeOptions,
          },
          examples: [
            'planwright drafts create "Move the deal Acme website to paused"',
            'planwright drafts create "Сделка Ромашка выиграна, создай kickoff"',
          ],
          load: async () => (await import("./drafts.ts")).create,
        },
      ),
      command(
        "apply",
        "Approve a revision and apply it. Exit 1 if part of it failed, 6 if it is refused or needs more input.",
        {
          args: "<draft>",
          options: {
            revision,
            confirm: boolean("Also confirm a bulk write"),
            reason,
            as,
            ...placeOptions,
          },
          examples: ["planwright drafts apply 0199f… --revision 1"],
          load: async () => (await import("./drafts.ts")).apply,
        },
      ),
      command("pick", "Choose a row of the pick list of a Draft.", {
        args: "<draft> <row>",
        options: { revision, as, ...placeOptions },
        examples: ["planwright drafts pick 0199f… deal_0002 --revision 1"],
        load: async () => (await import("./draft-replies.ts")).pick,
      }),
      command("answer", "Answer the questions of a Draft; with one question, the answer alone is enough.", {
        args: "<draft> <[question=]answer>…",
        options: { revision, as, ...placeOptions },
        examples: ["planwright drafts answer 0199f… transcript=right --revision 1"],
        load: async () => (await import("./draft-replies.ts")).answer,
      }),
      command("edit", "Reword the request, as a new revision.", {
        args: "<draft> <words>…",
        options: { revision, reason, as, ...placeOptions },
        load: async () => (await import("./draft-replies.ts")).edit,
      }),
      command(
        "rebuild",
        "Create a new Draft of the same request, with the records as they are now. Finished actions are left out.",
        {
          args: "<draft>",
          options: { as, ...placeOptions },
          examples: ["planwright drafts rebuild 0199f…"],
          load: async () => (await import("./drafts.ts")).rebuild,
        },
      ),
      command("cancel", "Cancel a Draft; if it is being applied, stop it.", {
        args: "<draft>",
        options: { revision, reason, as, ...placeOptions },
        load: async () => (await import("./drafts.ts")).cancel,
      }),
      command("assign", "Ask another person, who may apply it, to decide on a Draft.", {
        args: "<draft> <person>",
        options: { revision, reason, as, ...placeOptions },
        examples: ["planwright drafts assign 0199f… tg:1002 --revision 1"],
        load: async () => (await import("./draft-replies.ts")).assign,
      }),
    ],
  },
);
