import { connect, type Socket } from "node:net";

export type RawSocket = {
  socket: Socket;
  write(text: string | Uint8Array): void;
  /** Everything that came until the other side closed. */
  closed: Promise<string>;
  /** What came so far, once it has the words in it. */
  until(words: string): Promise<string>;
};

/** A TCP connection to loopback that says exactly what it is told to. */
export async function openSocket(port: number): Promise<RawSocket> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  let text = "";
  socket.setEncoding("latin1");
  socket.on("connect", opened.resolve);
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.on("end", () => socket.end());
  // A reset is one of the ways to be turned away.
  socket.on("error", opened.reject);
  socket.on("close", () => closed.resolve(text));
  await opened.promise;
  return {
    socket,
    write: (words) => void socket.write(words),
    closed: closed.promise,
    until: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => (text.includes(words) ? resolve(text) : undefined);
        socket.on("data", look);
        void closed.promise.then(() => reject(new Error(`closed without "${words}": ${text}`)));
        look();
      }),
  };
}
