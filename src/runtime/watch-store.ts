import { kinds } from "../agents/parts.ts";
import type { Change } from "../contracts/api/changes.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import type { Changes } from "./changes.ts";

type Noted = { tenant: string; change: Change };

/** The store, with what people look at told once it is durable: whoever then reads sees it. */
export function watchStore(store: Store, changes: Pick<Changes, "tell">): Store {
  return {
    ...store,
    async write(change) {
      let noted: Noted[] = [];
      await store.write((tx) => {
        noted = []; // it may be called again
        change(noting(tx, noted));
      });
      for (const { tenant, change: told } of noted) changes.tell(tenant, told);
    },
  };
}

function noting(tx: Tx, noted: Noted[]): Tx {
  const note = (tenant: string, kind: Change["kind"], id: string): unknown =>
    noted.push({ tenant, change: { kind, id } });
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
type Shown = (record: Part) => readonly [Change["kind"], string | undefined];

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
};
