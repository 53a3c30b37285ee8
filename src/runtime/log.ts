import pino from "pino";
import type { Log, LogFields } from "../ports/log.ts";

export type LogOptions = { write: (line: string) => void; level: "debug" | "info" | "warn" | "error" };

/** Fields whose names say that they hold a secret, wherever they stand. */
const secret = /^(?:authorization|cookie|set-cookie|.*(?:password|passwd|secret|token|api_?key|credential).*)$/i;

/** One JSON object a line. Secrets are blotted out before the line is made. */
export function createLog({ write, level }: LogOptions): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    debug: (message, fields = {}) => logger.debug(redact(fields), message),
    info: (message, fields = {}) => logger.info(redact(fields), message),
    warn: (message, fields = {}) => logger.warn(redact(fields), message),
    error: (message, fields = {}) => logger.error(redact(fields), message),
  };
}

function redact(fields: LogFields, depth = 0): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.test(name) ? "[redacted]" : plain(value, depth)]),
  );
}

function plain(value: unknown, depth: number): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  if (Array.isArray(value)) return depth > 4 ? "[…]" : value.map((item) => plain(item, depth + 1));
  if (typeof value === "object" && value !== null) {
    return depth > 4 ? "{…}" : redact(Object.fromEntries(Object.entries(value)), depth + 1);
  }
  return value;
}
