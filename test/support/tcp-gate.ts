import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export type Gate = {
  url: string;
  open(): Promise<void>;
  shut(): Promise<void>;
  cutAfter(word: string): void;
  /** Keeps connections open but stops forwarding. */
  mute(): void;
  /** Forwards new connections to another target and closes existing ones. */
  turnTo(url: string): void;
};

/** A TCP proxy for the database that can stall, and cut the connection between a statement and its answer. */
export async function openGate(url: string): Promise<Gate> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let muted = new Set<Socket>();
  let word: string | undefined;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isCutting = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => (near.destroy(), far.destroy()));
    }
    near.on("data", (part) => {
      if (muted.has(near)) return;
      isCutting = word !== undefined && part.includes(word);
      if (isCutting) word = undefined;
      far.write(part);
    });
    far.on("data", (part) => {
      if (muted.has(near)) return;
      if (isCutting) near.destroy();
      else near.write(part);
    });
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    open: () => listen(port),
    async shut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
    mute: () => void (muted = new Set(sockets)),
    cutAfter: (given) => void (word = given),
    turnTo(other) {
      target = new URL(other);
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
