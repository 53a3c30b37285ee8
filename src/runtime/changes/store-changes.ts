import { kinds } from "../../agents/agent-deps.ts";
import type { Change } from "../../contracts/api/changes.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import { factKind, runKind as reactKind } from "../../react/run-record.ts";

/** Kinds of changes for readers, plus `react`, which only processes wait for. */
type StoreChangeKind = Change["kind"] | "react";
export type StoreChange = { tenant: string; kind: StoreChangeKind; id: string };

/** Wraps the store so that changes are published after the commit: readers then see them. */
export function withStoreChanges(store: Store, announce: (noted: StoreChange) => void): Store {
  return {
    ...store,
    async write(change) {
      let noted: StoreChange[] = [];
      await store.write((tx) => {
        noted = []; // the callback may run again
        change(collectChanges(tx, noted));
      });
      for (const one of noted) announce(one);
    },
  };
}

function collectChanges(tx: Tx, noted: StoreChange[]): Tx {
  const addChange = (tenant: string, kind: StoreChangeKind, id: string): unknown => noted.push({ tenant, kind, id });
  return {
    ...tx,
    createRun(run, plan) {
      addChange(run.tenant, "run", run.id);
      tx.createRun(run, plan);
    },
    setRun(run) {
      addChange(run.tenant, "run", run.id);
      tx.setRun(run);
    },
    openWait(wait) {
      addChange(wait.tenant, "escalation", wait.id);
      tx.openWait(wait);
    },
    settleWait(wait) {
      addChange(wait.tenant, "escalation", wait.id);
      tx.settleWait(wait);
    },
    changeWait(wait, was) {
      addChange(wait.tenant, "escalation", wait.id);
      tx.changeWait(wait, was);
    },
    putRecord(record, was) {
      const [kind, id] = changesByKind[record.kind]?.(record) ?? [];
      if (kind !== undefined && id !== undefined) addChange(record.tenant, kind, id);
      tx.putRecord(record, was);
    },
  };
}

type WrittenRecord = Omit<StoredRecord, "version">;
type ToChange = (record: WrittenRecord) => readonly [StoreChangeKind, string | undefined];

const agentChange: ToChange = ({ group }) => ["agent", group];

/** Maps record kinds to the change that readers see. Other kinds are internal, or written together with one of these. */
const changesByKind: Readonly<Record<string, ToChange | undefined>> = {
  "drafts.draft": ({ id }) => ["draft", id],
  "chat.conversation": ({ id }) => ["chat", id],
  "chat.card": ({ group }) => ["chat", group],
  [kinds.state]: ({ id }) => ["agent", id],
  [kinds.decision]: agentChange,
  [kinds.run]: agentChange,
  [kinds.notice]: agentChange,
  [reactKind]: ({ id }) => ["react", id],
  [factKind]: ({ group }) => ["react", group],
};
