import { StoreError, type StoreErrorCode } from "../../ports/store-error.ts";

/** SQLSTATE, or its class, to what it means to a caller. The longer match counts. */
const codes: Readonly<Record<string, StoreErrorCode>> = {
  "23505": "conflict", // a key is taken
  "08": "busy", // the connection failed
  "40": "busy", // two transactions stood in each other's way
  "53": "busy", // too many connections, out of memory
  "53100": "full",
  "55P03": "busy", // a lock was not to be had in time
  "57014": "busy", // a statement took too long
  "57P": "busy", // the server shuts down, starts, or has ended the session
  "25P03": "busy", // a transaction stood idle for too long
  "25006": "busy", // a standby: the connection outlived a failover
};

/** What the driver says of a connection that is not there. */
const lost = /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|Connection terminated|timeout|not queryable/i;

/** What Postgres or the way to it said, in the store's words. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(codeOf(sqlState(error), message), `Postgres: ${message || sqlState(error)}`, error);
}

/** The same transaction, tried again at once, may well succeed. */
export function isCollision(error: unknown): boolean {
  return sqlState(error) === "40001" || sqlState(error) === "40P01";
}

/** A connection does not know a statement by the name it was given, or knows it already: somebody stands in between. */
export function isUnknownName(error: unknown): boolean {
  return sqlState(error) === "26000" || sqlState(error) === "42P05";
}

function codeOf(state: string, message: string): StoreErrorCode {
  const known = codes[state] ?? codes[state.slice(0, 3)] ?? codes[state.slice(0, 2)];
  if (known !== undefined) return known;
  return lost.test(state) || lost.test(message) ? "busy" : "broken";
}

/** A refused connection to a name with several addresses comes as an error of errors without words of its own. */
function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
