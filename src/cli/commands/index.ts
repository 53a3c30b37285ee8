import type { Command } from "../command.ts";
import { agentsCommand, eventsCommand, whyCommand } from "./agents-command.ts";
import { completionCommand } from "./completion-command.ts";
import { conformanceCommand } from "./conformance-command.ts";
import { documentCommands } from "./document-commands.ts";
import { draftsCommand } from "./drafts-command.ts";
import { initCommand } from "./init-command.ts";
import { kbCommand } from "./kb-command.ts";
import { keysCommand } from "./keys-command.ts";
import { planningCommands } from "./planning-commands.ts";
import { reactCommand } from "./react-command.ts";
import { runCommands } from "./run-commands.ts";
import { runsCommand } from "./runs-command.ts";
import { servingCommands } from "./serving-commands.ts";
import { toolsCommand } from "./tools-command.ts";
import { upkeepCommands } from "./upkeep-commands.ts";

/** The whole command tree. A command is a row and a handler in a file of its own name; `groups.ts` orders them for the help. */
export const commands: readonly Command[] = [
  initCommand,
  ...servingCommands,
  ...planningCommands,
  reactCommand,
  ...runCommands,
  runsCommand,
  draftsCommand,
  agentsCommand,
  whyCommand,
  eventsCommand,
  toolsCommand,
  kbCommand,
  ...documentCommands,
  conformanceCommand,
  keysCommand,
  ...upkeepCommands,
  completionCommand,
];
