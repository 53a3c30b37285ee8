import { runDemoServer } from "../../../runtime/toolbox/demo.ts";
import { exit, type Handler, text, UsageError } from "../../command.ts";
import { dataFolderOf } from "../../workspace/working-folder.ts";

/** Serves the demo CRM, tracker and ERP to any MCP client. */
export const demoServer: Handler = async (invocation) => {
  const { io } = invocation;
  const word = text(invocation, "port");
  const port = Number(word ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`a port must be a number from 0 to 65535, not "${word}"`);
  const onReady = (url: string): void => io.err(`demo workspace running at ${url}\n`);
  await runDemoServer({
    dataFolder: dataFolderOf(invocation),
    env: io.env,
    signal: io.signal,
    ...(word !== undefined && { http: { port, onReady } }),
  });
  return exit.ok;
};
