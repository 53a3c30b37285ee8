import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export type Gate = {
  url: string;
  open(): Promise<void>;
  shut(): Promise<void>;
  cutAfter(word: string): void;
  /** Whoever is connected stays so, and nothing of theirs gets through any more. */
  mute(): void;
  /** Whoever comes from now on is led there; those who are under way are cut off. */
  turnTo(url: string): void;
};

/** A way to the database that can be shut, and cut once the server has answered a statement, before the answer passes. */
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
