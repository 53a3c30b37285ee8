import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createPlayer, parseTape, playVerbs, recordVerbs, tapeHead } from "../../cassettes/index.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Verbs } from "../../ports/verbs.ts";
import type { ToolsConfig } from "../../tools/config/tools-config.ts";
import type { SendRequest } from "../../tools/http/dial.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { Cassette } from "./models.ts";
import { packageVersion } from "../version.ts";

/** Creates a cassette file. Each call appends a line, so it is complete up to a crash. */
export function recordTo(path: string, clock: Clock): CheckResult<Cassette> {
  const madeAt = new Date(clock.now()).toISOString();
  const head = tapeHead({ at: madeAt, version: packageVersion });
  try {
    writeFileSync(path, head);
  } catch (error) {
    return unusable(`${path} cannot be written: ${String(error)}`);
  }
  const write: Extract<Cassette, { mode: "record" }>["write"] = (line) =>
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  return { ok: true, value: { mode: "record", write, madeAt } };
}

export function replayFrom(path: string): CheckResult<Cassette> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return unusable(`there is no cassette ${path}; create one with --record ${path}`);
  }
  const tape = parseTape(text, path);
  if (!tape.ok) return tape;
  const { madeAt, lines } = tape.value;
  return { ok: true, value: { mode: "replay", player: createPlayer(lines), madeAt } };
}

/** Wraps the router with recording or replay. */
export function withCassette(verbs: Verbs, cassette: Cassette | undefined): Verbs {
  if (cassette === undefined) return verbs;
  return cassette.mode === "record" ? recordVerbs(verbs, cassette.write) : playVerbs(cassette.player, verbs);
}

/** During replay, starts no tool servers and makes no connections. */
export function offline(
  config: ToolsConfig,
  cassette: Cassette | undefined,
): { config: ToolsConfig; dial?: SendRequest } {
  return cassette?.mode === "replay" ? { config: { ...config, mcp: {} }, dial: noNetwork } : { config };
}

const noNetwork: SendRequest = async () => {
  throw new ToolError("unavailable", "the network is disabled during replay");
};

function unusable(message: string): ReturnType<typeof refused> {
  return refused({ code: "NOT_FOUND", pointer: "", message });
}
