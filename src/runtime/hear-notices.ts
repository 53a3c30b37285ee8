import { ChangeKind } from "../contracts/api/changes.ts";
import type { Notice, Notices } from "../ports/notices.ts";
import type { React } from "../react/index.ts";
import type { Runs } from "../runs/runs.ts";
import type { OpenAgents } from "./agents.ts";
import type { Changes } from "./changes.ts";

export type Hearing = {
  changes: Changes;
  runs: Pick<Runs, "look">;
  react: Pick<React, "look">;
  agents: Pick<OpenAgents, "look" | "follow">;
};

/** Passes on what other processes tell to whoever waits for it in this one. */
export function hearNotices(notices: Notices, hearing: Hearing): () => Promise<void> {
  return notices.watch((notice) => (notice === undefined ? lookEverywhere(hearing) : hear(hearing, notice)));
}

function hear({ changes, runs, react, agents }: Hearing, { tenant, kind, id }: Notice): void {
  if (kind === "run") runs.look(id);
  if (kind === "react") react.look({ tenant, requestId: id });
  if (kind === "agent") agents.look();
  // Whoever is told of an agent and asks this process finds the profile in force.
  if (kind === "profile") void agents.follow().then(() => changes.tell(tenant, { kind: "agent", id }));
  // A newer release may tell of kinds that are not known here.
  const { data: shown } = ChangeKind.safeParse(kind);
  if (shown !== undefined) changes.tell(tenant, { kind: shown, id });
}

function lookEverywhere({ changes, runs, react, agents }: Hearing): void {
  runs.look();
  react.look();
  agents.look();
  void agents.follow().then(() => changes.missed());
}
