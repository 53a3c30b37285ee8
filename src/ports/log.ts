export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logging; an adapter redacts secrets before anything leaves the process. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const drop = (): void => undefined;

/** Drops everything. */
export const silentLog: Log = { debug: drop, info: drop, warn: drop, error: drop };
