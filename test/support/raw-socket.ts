import { connect, type Socket } from "node:net";

export type RawSocket = {
  socket: Socket;
  write(text: string | Uint8Array): void;
  /** All data until the other side closed. */
  closed: Promise<string>;
  /** The data so far, once it contains the text. */
  until(words: string): Promise<string>;
};

/** A raw TCP connection to loopback. */
export async function openSocket(port: number): Promise<RawSocket> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  let text = "";
  socket.setEncoding("latin1");
  socket.on("connect", opened.resolve);
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.on("end", () => socket.end());
  // A reset is a valid way to refuse a connection.
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
