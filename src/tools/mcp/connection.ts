import type { Clock } from "../../ports/clock.ts";
import { ToolError } from "../tool-error.ts";
import type { Session } from "./session.ts";

/** A connection that reopens after the server restarts; at most one is open. */
export type McpConnection = {
  /** The live session, opened on demand. Backs off while a server is down. */
  session(): Promise<Session>;
  /** Drops a session that is no longer usable. */
  drop(): Promise<void>;
  close(): Promise<void>;
};

const firstPauseMs = 250;
const longestPauseMs = 30_000;

export function createMcpConnection(open: (onEnd: () => void) => Promise<Session>, clock: Clock): McpConnection {
  let current: Promise<Session> | undefined;
  let failures = 0;
  let notBefore = 0;
  let isClosed = false;

  const connect = async (): Promise<Session> => {
    const own: { session?: Promise<Session> } = {};
    const session = open(() => {
      if (current === own.session) current = undefined;
    });
    own.session = session;
    current = session;
    try {
      const opened = await session;
      failures = 0;
      return opened;
    } catch (error) {
      if (current === session) current = undefined;
      // The server is up, and may be asked as soon as somebody has logged in.
      if (error instanceof ToolError && error.code === "login_required") throw error;
      notBefore = clock.now() + Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
      failures += 1;
      throw error;
    }
  };

  const drop = async (): Promise<void> => {
    const old = current;
    current = undefined;
    await old?.then((session) => session.close()).catch(() => {});
  };

  return {
    async session() {
      if (isClosed) throw new ToolError("unavailable", "the connection is closed");
      if (current !== undefined) return current;
      const pauseMs = failures === 0 ? 0 : notBefore - clock.now();
      // A clock that was set back must not extend the pause.
      if (pauseMs > 0 && pauseMs <= longestPauseMs)
        throw new ToolError("unavailable", `the server was down a moment ago; it is tried again in ${pauseMs} ms`);
      return connect();
    },
    drop,
    async close() {
      isClosed = true;
      await drop();
    },
  };
}
