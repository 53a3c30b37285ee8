import { MissingPackageError } from "../../ports/optional-package.ts";
import { StoreError, type StoreErrorCode } from "../../ports/store-error.ts";

/** SQLSTATE or its class to error code. The longest match counts. */
const codes: Readonly<Record<string, StoreErrorCode>> = {
  "23505": "conflict", // a key is taken
  "08": "busy", // the connection failed
  "40": "busy", // serialization failure or deadlock
  "53": "busy", // too many connections, out of memory
  "53100": "full",
  "55P03": "busy", // lock timeout
  "57014": "busy", // statement timeout
  "57P": "busy", // the server is shutting down or starting, or ended the session
  "25P03": "busy", // idle-in-transaction timeout
  "25006": "busy", // a standby: the connection outlived a failover
};

/** Driver errors of lost connections. */
const lost = /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|Connection terminated|timeout|not queryable/i;

/** Maps errors of Postgres and the connection to `StoreError`. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (error instanceof MissingPackageError) return new StoreError("broken", error.message, error);
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(codeOf(sqlState(error), message), `Postgres: ${message || sqlState(error)}`, error);
}

/** Whether retrying the transaction at once may succeed. */
export function isCollision(error: unknown): boolean {
  return sqlState(error) === "40001" || sqlState(error) === "40P01";
}

/** SQLSTATE classes of errors that concern a statement, not the connection or the commit. */
const ofStatement = /^(?:21|22|23|42|54|P0)/;
const ofLock = /^(?:40|55P03|57014)/;

/** Whether a transaction certainly had no effect because of one of its statements or preconditions; without that one it may succeed. */
export function wasRolledBack(error: unknown): boolean {
  const { code, cause } = toStoreError(error);
  if (code === "conflict" || code === "limit") return true;
  return (code === "busy" ? ofLock : ofStatement).test(sqlState(cause));
}

/** A prepared statement is unknown or already exists: a pooler is in between. */
export function isUnknownName(error: unknown): boolean {
  return sqlState(error) === "26000" || sqlState(error) === "42P05";
}

function codeOf(state: string, message: string): StoreErrorCode {
  const known = codes[state] ?? codes[state.slice(0, 3)] ?? codes[state.slice(0, 2)];
  if (known !== undefined) return known;
  return lost.test(state) || lost.test(message) ? "busy" : "broken";
}

/** A refused connection to a name with several addresses is an AggregateError without a message. */
function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
