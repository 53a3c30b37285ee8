import type { Command } from "../command.ts";
import { agentsCommand, eventsCommand, whyCommand } from "./agents/agents-command.ts";
import { completionCommand, initCommand } from "./setup/setup-commands.ts";
import { conformanceCommand } from "./conformance/conformance-command.ts";
import { documentCommands } from "./documents/document-commands.ts";
import { draftsCommand } from "./drafts/drafts-command.ts";
import { kbCommand } from "./tools/kb-command.ts";
import { lessonsCommand, packsCommand, teachCommand } from "./lessons/lessons-command.ts";
import { keysCommand } from "./keys/keys-command.ts";
import { policyCommand } from "./policy/policy-command.ts";
import { plansCommand } from "./plans/plans-command.ts";
import { planningCommands, reactCommand } from "./planning/planning-commands.ts";
import { runCommands } from "./runs/run-commands.ts";
import { runsCommand } from "./runs/runs-command.ts";
import { servingCommands } from "./serving/serving-commands.ts";
import { toolsCommand } from "./tools/tools-command.ts";
import { maintenanceCommands } from "./maintenance/maintenance-commands.ts";

/** The command tree. Each command has a handler in a file of the same name; `groups.ts` orders them for the help. */
export const commands: readonly Command[] = [
  initCommand,
  ...servingCommands,
  ...planningCommands,
  reactCommand,
  ...runCommands,
  runsCommand,
  plansCommand,
  draftsCommand,
  agentsCommand,
  whyCommand,
  eventsCommand,
  toolsCommand,
  policyCommand,
  kbCommand,
  teachCommand,
  lessonsCommand,
  packsCommand,
  ...documentCommands,
  conformanceCommand,
  keysCommand,
  ...maintenanceCommands,
  completionCommand,
];
