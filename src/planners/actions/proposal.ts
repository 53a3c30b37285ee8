import type { ClarificationQuestion, Domain, EntityRef, Intent, RiskFlag } from "../../contracts/actions/plan.ts";
import type { JsonObject } from "../../plan/json.ts";

/** A call that is to be shown to a person. */
export type ProposedCall = {
  toolkit: string;
  tool: string;
  args: JsonObject;
  scope?: string | undefined;
  preview: string;
};

/** What a way of planning came to, before it is laid out as the contract's plan. */
export type Proposal = {
  actions: ProposedCall[];
  entities: EntityRef[];
  questions: ClarificationQuestion[];
  risks: RiskFlag[];
  /** Things that need not be done, and why; what was read and found. */
  notes: string[];
  summary?: string;
  /** The messages before that this one changes or goes on with. */
  follows?: string;
  /** What the request is about and whether it changes anything, where it was understood without a call to show for it. */
  route?: { intent: Intent; domain: Domain };
};

export function emptyProposal(): Proposal {
  return { actions: [], entities: [], questions: [], risks: [], notes: [] };
}

/** A call in one line, where nothing better is said of it: its tool and the texts in its arguments. */
export function previewOf(tool: string, args: JsonObject): string {
  return [tool, ...Object.values(args).filter((value) => typeof value === "string")].join(" · ");
}
