import { get } from "node:http";
import { isIP } from "node:net";

/** How much of an answer is read. */
const most = 4_096;

/** The beginning of what a service of this very machine answers; undefined where none does. No other machine is ever asked. */
export function askLocal(url: string): Promise<string | undefined> {
  const { hostname, port, pathname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (!isLoopback(host)) return Promise.resolve(undefined);
  return new Promise((done) => {
    const asked = get({ host, port, path: pathname, agent: false, timeout: 2_000 }, (answer) => {
      let said = "";
      const end = (): void => {
        done(answer.statusCode === 200 ? said : undefined);
        asked.destroy();
      };
      answer.on("data", (part: Buffer) => {
        said += part.toString();
        if (said.length >= most) end();
      });
      answer.once("end", end);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => done(undefined));
    asked.once("close", () => done(undefined));
  });
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
