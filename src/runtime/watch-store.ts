import { kinds } from "../agents/parts.ts";
import type { Change } from "../contracts/api/changes.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import { factKind, runKind as reactKind } from "../react/run-record.ts";

/** What people look at, and what only processes wait for. */
export type NoteKind = Change["kind"] | "react";
export type Noted = { tenant: string; kind: NoteKind; id: string };

/** The store, with what others wait for told once it is durable: whoever then reads sees it. */
export function watchStore(store: Store, tell: (noted: Noted) => void): Store {
  return {
    ...store,
    async write(change) {
      let noted: Noted[] = [];
      await store.write((tx) => {
        noted = []; // it may be called again
        change(noting(tx, noted));
      });
      for (const one of noted) tell(one);
    },
  };
}

function noting(tx: Tx, noted: Noted[]): Tx {
  const note = (tenant: string, kind: NoteKind, id: string): unknown => noted.push({ tenant, kind, id });
  return {
    ...tx,
    createRun(run, plan) {
      note(run.tenant, "run", run.id);
      tx.createRun(run, plan);
    },
    setRun(run) {
      note(run.tenant, "run", run.id);
      tx.setRun(run);
    },
    openWait(wait) {
      note(wait.tenant, "escalation", wait.id);
      tx.openWait(wait);
    },
    settleWait(wait) {
      note(wait.tenant, "escalation", wait.id);
      tx.settleWait(wait);
    },
    putRecord(record, was) {
      const [kind, id] = shown[record.kind]?.(record) ?? [];
      if (kind !== undefined && id !== undefined) note(record.tenant, kind, id);
      tx.putRecord(record, was);
    },
  };
}

type Part = Omit<StoredRecord, "version">;
type Shown = (record: Part) => readonly [NoteKind, string | undefined];

const ofAgent: Shown = ({ group }) => ["agent", group];

/** Of what each kind of record is a part. The others nobody looks at, or they come with one of these. */
const shown: Readonly<Record<string, Shown | undefined>> = {
  "drafts.draft": ({ id }) => ["draft", id],
  "chat.conversation": ({ id }) => ["chat", id],
  "chat.card": ({ group }) => ["chat", group],
  [kinds.state]: ({ id }) => ["agent", id],
  [kinds.decision]: ofAgent,
  [kinds.run]: ofAgent,
  [kinds.notice]: ofAgent,
  [reactKind]: ({ id }) => ["react", id],
  [factKind]: ({ group }) => ["react", group],
};
