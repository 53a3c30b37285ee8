import { exit, type Handler } from "../command.ts";
import { completionScript, shells } from "../completion.ts";
import { commands } from "./index.ts";

export const completion: Handler = async ({ io, args }) => {
  const shell = shells.find((name) => name === args[0]) ?? shells[0];
  io.out(completionScript(shell, commands));
  return exit.ok;
};
