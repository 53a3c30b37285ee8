import { command } from "../../command.ts";
import { boolean, folderOptions, value } from "../../options/options.ts";

export const policyCommand = command("policy", "Show which calls need a person's approval.", {
  commands: [
    command("explain", "Say which rule decides on a tool, and why. Exit 6 if a call needs approval or is denied.", {
      args: "<tool>",
      options: {
        caller: value("name", "The caller as the audit log names it, such as key:orders#1"),
        scope: value("scope,…", "Scopes of the caller's key"),
        plan: value("name", "The saved plan that calls, with its standing approval"),
        ...folderOptions,
        json: boolean("Print JSON"),
      },
      examples: [
        "planwright policy explain create_purchase_order",
        "planwright policy explain hub.notify --scope runs,write",
        "planwright policy explain create_purchase_order --plan month-end",
      ],
      load: async () => (await import("./policy.ts")).explain,
    }),
  ],
});
