import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { listen, textOf } from "./telegram-world.ts";

export type SlackCall = { method: string; args: Record<string, string> };

export type SlackServer = {
  /** The root of the Web API. */
  url: string;
  calls: SlackCall[];
  /** Envelopes that the app has acknowledged. */
  acknowledged: string[];
  /** Sends an envelope over the WebSocket, as soon as the app is connected. */
  send(type: string, payload: object): Promise<string>;
  close(): Promise<void>;
};

/** Slack's Web API and Socket Mode as far as the app uses them, on this machine. */
export async function openSlackServer(): Promise<SlackServer> {
  const calls: SlackCall[] = [];
  const acknowledged: string[] = [];
  const connected = Promise.withResolvers<Duplex>();
  let sent = 0;
  const server: Server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const method = request.url?.split("/").at(-1) ?? "";
      const args = Object.fromEntries(new URLSearchParams(body));
      calls.push({ method, args });
      const { host } = request.headers;
      if (method === "chat.postMessage") sent += 1;
      const answers: Record<string, object> = {
        "apps.connections.open": { url: `ws://${host}/socket` },
        "users.info": { user: { real_name: "Anna" } },
        "chat.postMessage": { ts: `100.${sent}`, channel: args["channel"] },
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ok: true, ...answers[method] }));
    });
  });
  server.on("upgrade", (request, socket: Duplex) => {
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on("data", (data: Buffer) => {
      for (const { opcode, text } of framesOf(data)) {
        if (opcode === opcodes.ping) socket.write(frame(text, opcodes.pong));
        if (opcode === opcodes.close) socket.end(frame("", opcodes.close));
        if (opcode !== opcodes.text) continue;
        const message = JSON.parse(text) as { envelope_id?: string }; // what the app sends
        if (message.envelope_id !== undefined) acknowledged.push(message.envelope_id);
      }
    });
    socket.on("error", () => socket.destroy());
    socket.write(frame(JSON.stringify({ type: "hello", num_connections: 1, connection_info: { app_id: "A1" } })));
    connected.resolve(socket);
  });
  const url = `${await listen(server)}/api/`;
  let envelopes = 0;
  return {
    url,
    calls,
    acknowledged,
    async send(type, payload) {
      const envelope_id = `envelope-${(envelopes += 1)}`;
      const envelope = { envelope_id, type, payload, accepts_response_payload: false };
      (await connected.promise).write(frame(JSON.stringify(envelope)));
      return envelope_id;
    },
    close: () =>
      new Promise((resolve) => {
        void connected.promise.then((socket) => socket.destroy());
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 };

/** A frame of a server, which is not masked. */
function frame(text: string, opcode = opcodes.text): Buffer {
  const body = Buffer.from(text);
  const first = 0x80 | opcode;
  const head =
    body.length < 126
      ? Buffer.from([first, body.length])
      : Buffer.from([first, 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, body]);
}

/** The frames of a client, which are masked. */
function framesOf(data: Buffer): { opcode: number; text: string }[] {
  const frames: { opcode: number; text: string }[] = [];
  let at = 0;
  while (at + 6 <= data.length) {
    const opcode = (data[at] ?? 0) & 15;
    const short = (data[at + 1] ?? 0) & 127;
    const length = short === 126 ? data.readUInt16BE(at + 2) : short;
    const start = at + 2 + (short === 126 ? 2 : 0);
    const mask = data.subarray(start, start + 4);
    const body = data.subarray(start + 4, start + 4 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    frames.push({ opcode, text: Buffer.from(body).toString("utf8") });
    at = start + 4 + length;
  }
  return frames;
}
