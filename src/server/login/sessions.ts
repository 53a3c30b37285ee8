import { createHash, randomBytes as nodeRandomBytes } from "node:crypto";
import { z } from "zod";
import { scopes } from "../../contracts/api/route.ts";
import type { Clock } from "../../ports/clock.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";

/** A person who logged in, as their provider describes them. */
export const Session = z.strictObject({
  tenant: z.string(),
  subject: z.string(),
  /** Name or address to show. */
  title: z.string(),
  scopes: z.array(z.enum(scopes)),
});
export type Session = z.infer<typeof Session>;

export type Sessions = {
  /** Stores the session until `expiresAt` and returns the text of its cookie. */
  open(session: Session, expiresAt: number): Promise<string>;
  find(cookie: string): Promise<Session | undefined>;
  close(cookie: string): Promise<void>;
};

type SessionsDeps = { store: Store; clock: Clock; randomBytes?: (size: number) => Buffer };

const kind = "server.session";

/**
 * Sessions in the store, so that every process knows them and a logout ends them everywhere. Only a hash of the cookie's
 * secret is stored. Ids begin with the time of expiry: those that have expired sort before now.
 */
export function createSessions({ store, clock, randomBytes = nodeRandomBytes }: SessionsDeps): Sessions {
  const read = async (cookie: string): Promise<StoredRecord | undefined> => {
    const [, until = "", secret = ""] = cookiePattern.exec(cookie) ?? [];
    if (until === "" || Number(until) <= clock.now()) return undefined;
    return store.record({ tenant: "", kind, id: idOf(until, secret) });
  };
  const purge = async (): Promise<void> => {
    const expired = await store.records({ tenant: "", kind, before: toTime(clock.now()), limit: 100 });
    for (const record of expired) await drop(store, record);
  };
  return {
    async open(session, expiresAt) {
      await purge();
      const [until, secret] = [toTime(expiresAt), randomBytes(32).toString("base64url")];
      await store.write((tx) => tx.putRecord({ tenant: "", kind, id: idOf(until, secret), body: session }, 0));
      return `${until}.${secret}`;
    },
    async find(cookie) {
      const found = await read(cookie);
      return found === undefined ? undefined : Session.parse(found.body);
    },
    async close(cookie) {
      const found = await read(cookie);
      if (found !== undefined) await drop(store, found);
    },
  };
}

const cookiePattern = /^(\d{15})\.([\w-]{43})$/;

function toTime(ms: number): string {
  return String(Math.floor(ms)).padStart(15, "0");
}

function idOf(until: string, secret: string): string {
  return `${until}-${createHash("sha256").update(secret).digest("hex")}`;
}

/** Another process may have dropped it. */
async function drop(store: Store, record: StoredRecord): Promise<void> {
  await store
    .write((tx) => tx.dropRecord(record, record.version))
    .catch((error: unknown) => {
      if (!isConflict(error)) throw error;
    });
}
