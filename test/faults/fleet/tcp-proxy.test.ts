import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

// A proxy that does not do what it says would make every fault of the network a fault that never was.
let server: Server;
let proxy: TcpProxy;
beforeEach(async () => {
  server = createServer((socket) => void socket.on("error", () => undefined).pipe(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  proxy = await openTcpProxy(`tcp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
});
afterEach(async () => {
  await proxy.close();
  server.close();
});

async function call(): Promise<Socket> {
  const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function echo(socket: Socket, word: string): Promise<string> {
  socket.write(word);
  const [part] = (await once(socket, "data")) as [Buffer];
  return part.toString();
}

it("passes bytes both ways", async () => {
  expect(await echo(await call(), "hello")).toBe("hello");
});

it("cuts what there is, and lets new connections through", async () => {
  const socket = await call();
  await echo(socket, "a");
  proxy.cut();
  await once(socket, "close");
  expect(await echo(await call(), "b")).toBe("b");
});

it("refuses until it is healed", async () => {
  proxy.refuse();
  const socket = await call();
  await once(socket, "close");
  proxy.heal();
  expect(await echo(await call(), "c")).toBe("c");
});

it("holds back while it is stalled, and loses nothing", async () => {
  const socket = await call();
  proxy.stall();
  const heard = echo(socket, "d");
  expect(await Promise.race([heard, pause(200, "nothing")])).toBe("nothing");
  proxy.heal();
  expect(await heard).toBe("d");
});

it("delays, and keeps the order if the connection is restored meanwhile", async () => {
  const socket = await call();
  proxy.delay(60);
  const startedAt = performance.now();
  expect(await echo(socket, "e")).toBe("e");
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  socket.write("f");
  await pause(20);
  proxy.heal();
  socket.write("g");
  let heard = "";
  socket.on("data", (part: Buffer) => (heard += part.toString()));
  while (heard.length < 2) await once(socket, "data");
  expect(heard).toBe("fg");
});
