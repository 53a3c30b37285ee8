import { ChangeKind } from "../../contracts/api/changes.ts";
import type { Notice, Notices } from "../../ports/notices.ts";
import type { React } from "../../react/index.ts";
import type { Runs } from "../../runs/runs.ts";
import type { OpenAgents } from "../agents/agents.ts";
import type { Changes } from "./changes.ts";

type NoticeTargets = {
  changes: Changes;
  runs: Pick<Runs, "refresh">;
  react: Pick<React, "refresh">;
  agents: Pick<OpenAgents, "refresh" | "follow">;
};

/** Relays notices of other processes to the waiters in this process. */
export function relayNotices(notices: Notices, hearing: NoticeTargets): () => Promise<void> {
  return notices.watch((notice) => (notice === undefined ? refreshAll(hearing) : relay(hearing, notice)));
}

function relay({ changes, runs, react, agents }: NoticeTargets, { tenant, kind, id }: Notice): void {
  if (kind === "run") runs.refresh(id);
  if (kind === "react") react.refresh({ tenant, requestId: id });
  if (kind === "agent") agents.refresh();
  // Load the profile first, so that a reader of the change finds it.
  if (kind === "profile") void agents.follow().then(() => changes.publish(tenant, { kind: "agent", id }));
  // A newer release may send kinds that this one does not know.
  const { data: shown } = ChangeKind.safeParse(kind);
  if (shown !== undefined) changes.publish(tenant, { kind: shown, id });
}

function refreshAll({ changes, runs, react, agents }: NoticeTargets): void {
  runs.refresh();
  react.refresh();
  agents.refresh();
  void agents.follow().then(() => changes.publishGap());
}
