import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export type LoadBalancer = {
  url: string;
  /** Requests that reached a process and got no answer of it. */
  broken: string[];
  close(): Promise<void>;
};

const lookMs = 50;

/**
 * A balancer like any other: round robin over the processes that say they are ready, connections kept, and no second try
 * but where the connection was refused before a byte was sent.
 */
export async function openFront(membersFor: (path: string) => readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const broken: string[] = [];
  let turn = 0;
  const look = async (): Promise<void> => {
    const all = new Set([...membersFor("/"), ...membersFor("/agents"), ...ready]);
    const looks = [...all].map(async (url) => ((await isReady(url)) ? ready.add(url) : ready.delete(url)));
    await Promise.all(looks);
  };
  await look();
  const looking = setInterval(() => void look(), lookMs);
  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const place = `${incoming.method} ${incoming.url}`;
    const members = membersFor(incoming.url ?? "/").filter((url) => ready.has(url));
    for (let tries = 0; tries < members.length; tries += 1) {
      const member = members[(turn += 1) % members.length] ?? "";
      const fate = await attempt({ agent, member, incoming, body }, response);
      if (fate === "answered") return;
      if (fate === "refused") continue;
      broken.push(`${place} at ${member}: ${fate}`);
      break;
    }
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  };
  const patient = { keepAliveTimeout: 300_000, requestTimeout: 0, headersTimeout: 0 };
  const server = createServer(patient, (incoming, response) => void pass(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    broken,
    async close() {
      clearInterval(looking);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

type ForwardedRequest = { agent: Agent; member: string; incoming: IncomingMessage; body: Buffer };

/** `answered`, `refused`, or what went wrong after something may have been sent. */
function attempt({ agent, member, incoming, body }: ForwardedRequest, response: ServerResponse): Promise<string> {
  return new Promise((resolve) => {
    const { method, headers, url = "/" } = incoming;
    const passed = send(`${member}${url}`, { method, headers, agent });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
      answer.on("end", () => resolve("answered"));
      answer.on("error", (error) => resolve(String(error)));
    });
    passed.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "refused" : String(error)),
    );
    passed.end(body);
  });
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
