import { isLoopback } from "./loopback.ts";

type Bind = {
  /** The host name or address to listen on. */
  host: string;
  /** Whether there is an active key or an identity provider. */
  hasAuth: boolean;
};

/** Explains why the server must not listen like this and how to fix it; undefined if it may. */
export function checkBind({ host, hasAuth }: Bind): string | undefined {
  if (hasAuth || isLoopback(host)) return undefined;
  return [
    `refusing to listen on ${host} without authentication: everyone who can reach it could run plans.`,
    "Create a key first: planwright keys create --name first --tenant <tenant> --scope admin",
    "Or listen on this machine only: --host 127.0.0.1",
  ].join("\n");
}
