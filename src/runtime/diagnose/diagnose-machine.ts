import { loadOptional } from "../../ports/optional-package.ts";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import type { Env } from "../../tools/config/secret-text.ts";
import { getFromLoopback } from "./loopback-get.ts";
import type { Finding } from "./finding.ts";

/** Older versions of Node have an SQLite without full-text search or numbered parameters. */
export function diagnoseNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = (major === 22 && minor >= 20) || (major === 24 && minor >= 7) || major > 24;
  return { name: "node", ok, message: version, ...(!ok && { fix: "install Node 22.20, or 24.7 or newer" }) };
}

/** Checks that the folder is writable and has free disk space. */
export function diagnoseFolder(folder: string): Finding[] {
  const path = resolve(folder);
  // A missing folder is created in its nearest existing parent.
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    const message = there === path ? path : `${path} will be created`;
    return [{ name: "data folder", ok: true, message }, diskSpaceFinding(there)];
  } catch {
    const fix = "give this user write access, or choose another folder with --data";
    return [{ name: "data folder", ok: false, message: `${there} cannot be written to`, fix }];
  }
}

const megabyte = 1_000_000;
/** Slightly more than an empty database needs, and what a busy day may need. */
const requiredMegabytes = 50;
const lowMegabytes = 1_000;

function diskSpaceFinding(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  return diagnoseDiskSpace(Math.floor((bavail * bsize) / megabyte));
}

export function diagnoseDiskSpace(megabytes: number): Finding {
  const finding = {
    name: "disk",
    message: megabytes < 10_000 ? `${megabytes} MB free` : `${Math.floor(megabytes / 1000)} GB free`,
  };
  if (megabytes < requiredMegabytes)
    return { ...finding, ok: false, fix: "free disk space, or choose a folder on another disk with --data" };
  return {
    ...finding,
    ok: true,
    ...(megabytes < lowMegabytes && { fix: "free disk space soon: runs and their journals grow" }),
  };
}

export async function diagnoseRedis(env: Env): Promise<Finding> {
  const url = env["REDIS_URL"];
  const name = "redis";
  if (url === undefined || url === "")
    return { name, ok: true, message: "not configured: events stay in this process" };
  try {
    const { pingRedis } = await loadOptional("@redis/client", "Redis", () => import("../../bus/redis-ping.ts"));
    return { name, ok: true, message: `Redis ${await pingRedis(url)}` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, ok: false, message, fix: "check that Redis is running and that REDIS_URL is correct" };
  }
}

export async function diagnosePort(host: string, port: number): Promise<Finding> {
  const name = "port";
  const trouble = await tryPort(host, port);
  if (trouble === undefined) return { name, ok: true, message: `${host}:${port} is free` };
  if (await isPlanwright(host, port))
    return { name, ok: true, message: `${host}:${port} is already served by Planwright` };
  return {
    name,
    ok: false,
    message: trouble,
    fix: "stop the process that uses it, or choose another port with --port",
  };
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", ({ message }) => done(message));
    probe.listen(port, host, () => probe.close(() => done(undefined)));
  });
}

/** Whether Planwright answers on the port. */
async function isPlanwright(host: string, port: number): Promise<boolean> {
  const at = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return (await getFromLoopback(`http://${at}:${port}/openapi.json`))?.includes('"title":"Planwright"') === true;
}
