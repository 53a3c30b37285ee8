import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";
import { program as programOn } from "./program.ts";

export type PostgresServer = {
  url: string;
  /** Restarts the server: `fast` closes connections, `immediate` is a crash. Not for a given database. */
  restart?(how: "fast" | "immediate"): Promise<void>;
  stop(): Promise<void>;
};

/** `own`: always a new server, because the test stops it. */
type ServerOptions = { sync?: boolean; own?: boolean };

type User = { uid: number; gid: number };

/** Why Postgres is unavailable, as the skip reason of tests; undefined if it is available. */
export const postgresAbsent: string | undefined = whyAbsent();

/**
 * The database of `TEST_DATABASE_URL`, or a temporary server on a free port. It syncs to disk only with `sync`.
 */
export async function startPostgres({ sync = false, own = false }: ServerOptions = {}): Promise<PostgresServer> {
  const given = own ? undefined : process.env["TEST_DATABASE_URL"];
  if (given !== undefined) return { url: given, stop: async () => undefined };
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "planwright-postgres-"));
  chmodSync(folder, 0o777);
  const files = join(folder, "data");
  const make = ["-D", files, "-U", "planwright", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  execFileSync(program("initdb") ?? "", make, { ...user, cwd: folder, stdio: "pipe" });
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `fsync=${sync ? "on" : "off"}`,
    // Tests collide on purpose; each deadlock would cost a second.
    "deadlock_timeout=50ms",
  ].flatMap((one) => ["-c", one]);
  const options: SpawnOptions = { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] };
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(program("postgres") ?? "", ["-D", files, "-p", String(port), ...settings], options);
    await ready(started);
    return started;
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    // A signal to the process group may have stopped it already.
    if (server.kill(signal)) await ended;
  };
  return {
    url: `postgres://planwright@127.0.0.1:${port}/postgres`,
    async restart(how) {
      await end(how === "fast" ? "SIGINT" : "SIGQUIT");
      server = await start();
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same for a temporary server. */
export const ownPostgresAbsent: string | undefined = whyOwnAbsent();

function whyAbsent(): string | undefined {
  return process.env["TEST_DATABASE_URL"] === undefined ? whyOwnAbsent() : undefined;
}

function whyOwnAbsent(): string | undefined {
  if (program("initdb") === undefined || program("postgres") === undefined)
    return "no Postgres: neither TEST_DATABASE_URL nor initdb and postgres on the PATH or in /usr/lib/postgresql";
  return serverUser() === undefined ? "Postgres does not run as root, and there is no user postgres" : undefined;
}

export function program(name: string): string | undefined {
  return programOn(name) ?? programOn(name, globSync("/usr/lib/postgresql/*/bin").toSorted().join(delimiter));
}

/** Postgres refuses to run as root, so it runs as the user of the Debian package; empty means the current user. */
export function serverUser(): Partial<User> | undefined {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

export function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (part: Buffer) => {
      said = `${said}${part.toString()}`.slice(-4_000);
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
    });
    server.once("exit", () => reject(new Error(`Postgres did not start: ${said}`)));
  });
}
