import { didYouMean } from "../../plan/nearest.ts";
import type { JsonObject } from "../../plan/json.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { ObjectType } from "../workspace.ts";

/** The stages of a deal in this workspace. */
const dealStages = [
  "new_lead",
  "qualification",
  "briefing",
  "proposal_sent",
  "negotiation",
  "contract_approval",
  "paused",
  "won",
  "lost",
] as const;

type Kind = "text" | "number" | "date" | "stage";

const attributes: Readonly<Record<ObjectType, Readonly<Record<string, Kind>>>> = {
  deals: {
    name: "text",
    stage: "stage",
    value: "number",
    currency: "text",
    company: "text",
    company_id: "text",
    owner: "text",
    owner_id: "text",
    close_date: "date",
    source: "text",
    lost_reason: "text",
    external_id: "text",
  },
  companies: {
    name: "text",
    domain: "text",
    city: "text",
    industry: "text",
    description: "text",
    external_id: "text",
  },
  people: {
    name: "text",
    email: "text",
    phone: "text",
    job_title: "text",
    company: "text",
    company_id: "text",
    external_id: "text",
  },
};

/** Refuses an attribute the object does not have, and a value it cannot hold. */
export function assertValues(object: ObjectType, values: JsonObject): void {
  const known = attributes[object];
  for (const [name, value] of Object.entries(values)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) throw unknown(`attribute ${name} of ${object}`, name, Object.keys(known));
    if (value === null) continue;
    if (kind === "stage" && !dealStages.some((stage) => stage === value))
      throw unknown(`stage ${JSON.stringify(value)}`, typeof value === "string" ? value : "", dealStages);
    const fits =
      kind === "number"
        ? typeof value === "number"
        : typeof value === "string" && (kind !== "date" || /^\d{4}-\d{2}-\d{2}$/.test(value));
    if (!fits) throw new ToolError("invalid_value", `${name} of ${object} must be a ${kind}.`);
  }
}

function unknown(what: string, word: string, known: readonly string[]): ToolError {
  return new ToolError("invalid_value", `There is no ${what}. ${didYouMean(word, known)}`.trimEnd());
}
