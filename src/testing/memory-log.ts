import type { Log, LogFields } from "../ports/log.ts";

export type LogLine = { level: keyof Log; message: string; fields: LogFields };

/** A log that collects its lines for assertions. */
export function createMemoryLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, fields });
    };
  return { lines, debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
