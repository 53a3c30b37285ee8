import { isLoopback } from "./loopback.ts";

export type Bind = {
  /** The name or address that is listened on. */
  host: string;
  /** There is a key in force, or an identity provider. */
  hasAuth: boolean;
};

/** Why a server must not listen so, and what to do about it; undefined when it may. */
export function checkBind({ host, hasAuth }: Bind): string | undefined {
  if (hasAuth || isLoopback(host)) return undefined;
  return [
    `refusing to listen on ${host} without authentication: everyone who reaches it could run plans.`,
    "Create a key first: planwright keys create --name first --tenant <tenant> --scope admin",
    "Or listen on this machine only: --host 127.0.0.1",
  ].join("\n");
}
