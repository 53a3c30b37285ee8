import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Io } from "../command.ts";

/** Receives the address that a browser is sent back to after a login. */
export type Receiver = {
  redirectUrl: string;
  /** Shows the address of the login page, and resolves with the address of the answer. */
  authorize: (address: URL) => Promise<URL>;
  close(): Promise<void>;
};

/** Listens on the loopback address only. Answers to other logins are refused, and the wait goes on. */
export async function openReceiver(io: Pick<Io, "err" | "signal">, port = 0): Promise<Receiver> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<URL>();
  let state: string | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method !== "GET" || url.pathname !== "/callback") return respond(response, 404, "Not found.");
    if (state === null || url.searchParams.get("state") !== state)
      return respond(response, 400, "This answer belongs to another login.");
    respond(response, 200, "Planwright has received the answer. You can close this page.");
    resolve(url);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const abort = (): void => reject(new Error("cancelled"));
  io.signal.addEventListener("abort", abort, { once: true });
  answered.catch(() => undefined);
  return {
    redirectUrl: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : port}/callback`,
    authorize(address) {
      state = address.searchParams.get("state");
      io.err(
        `Open this address in a browser and log in:\n\n${address.href}\n\nWaiting for the answer (Ctrl-C stops).\n`,
      );
      return answered;
    },
    async close() {
      io.signal.removeEventListener("abort", abort);
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${text}\n`);
}
