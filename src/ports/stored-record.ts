import type { Json } from "../plan/json.ts";

/** What a record is found by. `kind` is `room.thing`: a room reads only its own kinds. */
export type RecordKey = { tenant: string; kind: string; id: string };

/**
 * A document that a room keeps and the store does not look into; the room parses `body` by its own schema when it reads.
 * `group` and `status` are what lists are filtered by. `version` counts the changes, from 1.
 */
export type StoredRecord = RecordKey & { version: number; group?: string; status?: string; body: Json };

/** `before` is the id of the last record of the page before. */
export type RecordQuery = {
  tenant: string;
  kind: string;
  group?: string;
  status?: string;
  limit: number;
  before?: string;
};

/** What is added to a counter; negative to give back. Past `limit`, or below 0, the transaction does not happen. */
export type Count = { tenant: string; key: string; add: number; limit?: number };
