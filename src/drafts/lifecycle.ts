import type { Stage, StoredDraft } from "./stored-draft.ts";

/** What a person can do with a Draft. */
export type DraftAct = "apply" | "confirm" | "cancel" | "edit" | "pick" | "answer" | "rebuild" | "assign";

/** The stage of an open Draft, or how it was closed. */
export type DraftState = Stage["kind"] | Exclude<StoredDraft["status"], "DRAFT">;

/** Why a Draft in this state does not take the act. */
export type ActRefusal =
  | "not_ready"
  | "nothing_asked"
  | "nothing_to_pick"
  | "being_applied"
  | "changed"
  | "closed"
  | "expired";

/** `do`: carry it out. `show`: it has happened, show the Draft as it is. `stop_run`: stop the run that applies it. */
export type ActRuling = "do" | "show" | "stop_run" | ActRefusal;

const closed = { APPLIED: "closed", CANCELLED: "closed", EXPIRED: "expired" } as const;
const beforeReady = { asking: "not_ready", menu: "not_ready", picking: "not_ready", refining: "not_ready" } as const;
const whileOpen = { asking: "do", menu: "do", picking: "do", refining: "do", ready: "do", stale: "do" } as const;

/** The life of a Draft: every act in every state. Who may act is decided in `permissions.ts`. */
export const lifecycle: Readonly<Record<DraftAct, Readonly<Record<DraftState, ActRuling>>>> = {
  apply: { ...beforeReady, ready: "do", stale: "changed", applying: "show", ...closed },
  confirm: { ...beforeReady, ready: "do", stale: "changed", applying: "show", ...closed },
  cancel: { ...whileOpen, applying: "stop_run", ...closed },
  edit: { ...whileOpen, applying: "being_applied", ...closed },
  assign: { ...whileOpen, applying: "being_applied", ...closed },
  pick: {
    asking: "nothing_to_pick",
    menu: "nothing_to_pick",
    picking: "do",
    refining: "nothing_to_pick",
    ready: "nothing_to_pick",
    stale: "nothing_to_pick",
    applying: "being_applied",
    ...closed,
  },
  answer: {
    asking: "do",
    menu: "nothing_asked",
    picking: "nothing_asked",
    refining: "nothing_asked",
    ready: "nothing_asked",
    stale: "nothing_asked",
    applying: "being_applied",
    ...closed,
  },
  rebuild: { ...whileOpen, applying: "being_applied", APPLIED: "closed", CANCELLED: "do", EXPIRED: "do" },
};

export function stateOf(draft: StoredDraft): DraftState {
  return draft.status === "DRAFT" ? draft.stage.kind : draft.status;
}
