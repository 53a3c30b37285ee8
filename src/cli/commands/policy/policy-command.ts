import type { Command } from "../../command.ts";
import { folderOptions } from "../../options/folder-options.ts";

export const policyCommand: Command = {
  name: "policy",
  summary: "Show which calls need a person's approval.",
  commands: [
    {
      name: "explain",
      summary: "Say which rule decides on a tool, and why. Exit 6 if a call needs approval or is denied.",
      args: "<tool>",
      options: {
        caller: {
          type: "string",
          value: "name",
          summary: "The caller as the audit log names it, such as key:orders#1",
        },
        scope: { type: "string", value: "scope,…", summary: "Scopes of the caller's key" },
        plan: { type: "string", value: "name", summary: "The saved plan that calls, with the approval kept for it" },
        ...folderOptions,
        json: { type: "boolean", summary: "Print JSON" },
      },
      examples: [
        "planwright policy explain create_purchase_order",
        "planwright policy explain hub.notify --scope runs,write",
        "planwright policy explain create_purchase_order --plan month-end",
      ],
      load: async () => (await import("./policy.ts")).explain,
    },
  ],
};
