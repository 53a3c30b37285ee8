import { createOpenDoor } from "../../server/auth/open-door.ts";
import { startServer } from "../../server/start-server.ts";
import { exit, type Handler, type Invocation, text, UsageError } from "../command.ts";
import { withPlanwright } from "../local-planwright.ts";
import { allRoles } from "../roles.ts";
import { untilStopped } from "../until-stopped.ts";
import { dataFolderOf } from "../working-folder.ts";

/** The whole on this machine alone: no key, no account, the demo workspace where nothing is configured. */
export const dev: Handler = (invocation) =>
  withPlanwright(invocation, async (planwright) => {
    const { io } = invocation;
    const wanted = portOf(invocation);
    await planwright.start();
    const server = await startServer(planwright, {
      host: "127.0.0.1",
      port: wanted,
      orNext: true,
      authenticate: createOpenDoor({ tenant: "local" }),
      roles: allRoles,
    });
    if (wanted !== 0 && server.port !== wanted) io.err(`port ${wanted} is in use, so this is ${server.port}\n`);
    io.out(welcome(server.url, dataFolderOf(invocation)));
    await untilStopped(io.signal);
    io.err("stopping\n");
    await server.stop();
    return exit.ok;
  });

export function portOf(invocation: Invocation): number {
  const word = text(invocation, "port") ?? invocation.io.env["PORT"] ?? "4400";
  const port = Number(word);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UsageError(`a port is a number from 0 to 65535, not "${word}"`);
}

function welcome(url: string, data: string): string {
  const post = `-H 'content-type: application/json' -d`;
  const ask = (message: string): string =>
    `  curl -s ${url}/plan ${post} \\\n    '{"session_id":1,"context":{"company_id":92},"message":"${message}"}'`;
  return [
    `Planwright is at ${url}, for this machine only. Data is in ${data}.\n`,
    `  ${url}/              the console`,
    `  ${url}/docs          the API, for people`,
    `  ${url}/openapi.json  the API, for programs\n`,
    "Ask for a plan, in either language, and have one carried out:\n",
    `${ask("Generate a purchase order from quote Q-0192")}\n`,
    `${ask("Сколько подшипников на складе?")}\n`,
    `${ask("Generate a purchase order from quote Q-0192")} \\\n    | curl -s ${url}/runs ${post} @-\n`,
    "Talk to it; what writes waits for a tap (docs/chat.md):\n",
    `  curl -s ${url}/chat ${post} \\\n    '{"conversation":"me","input":{"kind":"message","text":"Сделка Ромашка выиграна, создай kickoff"}}'\n`,
    "Ctrl-C stops it.\n",
  ].join("\n");
}
