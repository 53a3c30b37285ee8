import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that can be made bad. */
export type TcpProxy = {
  url: string;
  /** Breaks every connection there is; new ones are let through. */
  cut(): void;
  /** Breaks every connection and refuses new ones, until it is healed. */
  refuse(): void;
  /** Keeps connections and passes nothing on: what was sent arrives when it is healed. */
  stall(): void;
  /** Passes everything on so much later. */
  delay(ms: number): void;
  heal(): void;
  close(): Promise<void>;
};

type ProxyMode = { kind: "open" } | { kind: "refuse" } | { kind: "stall" } | { kind: "delay"; ms: number };
type Link = { near: Socket; far: Socket; held: (() => void)[] };

export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const links = new Set<Link>();
  let manner: ProxyMode = { kind: "open" };
  const server: Server = createServer((near) => {
    if (manner.kind === "refuse") {
      near.destroy();
      return;
    }
    const link: Link = { near, far: connect(Number(target.port), target.hostname), held: [] };
    links.add(link);
    join(link, () => manner);
    near.once("close", () => links.delete(link));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const through = new URL(url);
  through.host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const cut = (): void => {
    for (const { near, far } of links) {
      near.destroy();
      far.destroy();
    }
  };
  const become = (next: ProxyMode): void => {
    manner = next;
    if (next.kind !== "stall") for (const { held } of links) for (const pass of held.splice(0)) pass();
  };
  return {
    url: through.href,
    cut,
    refuse() {
      become({ kind: "refuse" });
      cut();
    },
    stall: () => become({ kind: "stall" }),
    delay: (ms) => become({ kind: "delay", ms }),
    heal: () => become({ kind: "open" }),
    async close() {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}

/** Bytes keep their order also when the manner changes between them. */
function join(link: Link, manner: () => ProxyMode): void {
  const { near, far, held } = link;
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    let last = Promise.resolve();
    from.on("error", () => undefined);
    from.on("close", () => to.destroy());
    from.on("data", (part) => {
      last = last.then(() => passing(manner(), held)).then(() => void (to.destroyed || to.write(part)));
    });
  }
}

function passing(manner: ProxyMode, held: (() => void)[]): Promise<void> | undefined {
  if (manner.kind === "stall") return new Promise((resolve) => held.push(resolve));
  if (manner.kind === "delay") return new Promise((resolve) => setTimeout(resolve, manner.ms));
  return undefined;
}
