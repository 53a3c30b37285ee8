import type { Audit } from "../ports/audit.ts";
import type { Keys } from "../ports/keys.ts";
import { type BackendLocation, openBackend } from "./storage/backend.ts";

export type OpenAccess = { keys: Keys; audit: Audit; close(): Promise<void> };

/** The keys and the audit log, for a process that does nothing else with the data. */
export function openAccess(place: BackendLocation): OpenAccess {
  const backend = openBackend(place);
  return { keys: backend.keys, audit: backend.audit, close: () => backend.close() };
}
