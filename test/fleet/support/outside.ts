import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** The world that tools write to: it keeps every call, and takes its time. */
export type OutsideServer = {
  url: string;
  /** How often each marker was written. */
  written: Map<string, number>;
  close(): Promise<void>;
};

export async function openOutside(slowMs: number): Promise<OutsideServer> {
  const written = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const { marker } = (await json(request)) as { marker: string }; // the body of `ledger_post`
      written.set(marker, (written.get(marker) ?? 0) + 1);
      await pause(slowMs);
      response.setHeader("content-type", "application/json").end(JSON.stringify({ marker }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    written,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The tool that writes there, as a configuration names it. It takes no key: the caller must make sure that it writes once. */
export function ledgerTool({ url }: Pick<OutsideServer, "url">): object {
  const input = { type: "object", properties: { marker: { type: "string" } }, required: ["marker"] };
  const body = { marker: "{marker}" };
  return { ledger_post: { method: "POST", url: `${url}/post`, input, body, effect: "additive", timeout_ms: 5_000 } };
}
