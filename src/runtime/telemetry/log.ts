import { createRequire } from "node:module";
import type { Log, LogFields } from "../../ports/log.ts";
import { redact } from "./redact.ts";

const load = createRequire(import.meta.url);

type LogOptions = { write: (line: string) => void; level: "debug" | "info" | "warn" | "error" };

/** Writes one JSON object per line, with secrets redacted. */
export function createLog({ write, level }: LogOptions): Log {
  // Loaded here: programs that only plan or validate log nothing.
  const { pino }: typeof import("pino") = load("pino");
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  const at = (name: LogOptions["level"]) => {
    return (message: string, fields: LogFields = {}): void => {
      if (logger.isLevelEnabled(name)) logger[name](redact(fields), String(redact(message)));
    };
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
