import { z } from "zod";
import type { Store, Tx } from "../ports/store.ts";
import { unlessConflict } from "../ports/store-error.ts";
import type { Message } from "./loop-state.ts";
import type { RunKey } from "./run-record.ts";

export const sessionKind = "react.session";

/** The turns of a session, oldest first. Writing a turn twice stores it once. */
export const SessionBody = z.strictObject({
  turns: z.array(z.strictObject({ requestId: z.string(), user: z.string(), assistant: z.string() })),
});
export type SessionBody = z.infer<typeof SessionBody>;

/** How many turns a session keeps. */
const maxTurns = 40;

type SessionKey = { tenant: string; sessionId: string };

export async function earlierIn(store: Store, key: SessionKey): Promise<Message[]> {
  const { body } = await readSession(store, key);
  return body.turns.flatMap(({ user, assistant }): Message[] => [
    { role: "user", content: user },
    { role: "assistant", content: assistant },
  ]);
}

type SessionTurn = { run: RunKey; sessionId: string; user: string; assistant: string };

/** Adds a turn; after losing a race against another run of the session it reads again. */
export async function addToSession(store: Store, { run, sessionId, user, assistant }: SessionTurn): Promise<void> {
  const { tenant, requestId } = run;
  for (;;) {
    const { version, body } = await readSession(store, { tenant, sessionId });
    if (body.turns.some((turn) => turn.requestId === requestId)) return;
    const turns = [...body.turns, { requestId, user, assistant }].slice(-maxTurns);
    const put = (tx: Tx): void => tx.putRecord({ tenant, kind: sessionKind, id: sessionId, body: { turns } }, version);
    if (await unlessConflict(store.write(put))) return;
  }
}

async function readSession(
  store: Store,
  { tenant, sessionId }: SessionKey,
): Promise<{ version: number; body: SessionBody }> {
  const found = await store.record({ tenant, kind: sessionKind, id: sessionId });
  if (found === undefined) return { version: 0, body: { turns: [] } };
  return { version: found.version, body: SessionBody.parse(found.body) };
}
