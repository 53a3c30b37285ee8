import type { Command } from "../command.ts";

/** The whole command tree. A command is a row here and a handler in a file of its own name. */
export const commands: readonly Command[] = [];
