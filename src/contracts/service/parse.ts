import { type Checked, refused } from "../../plan/checked.ts";
import { isJsonObject } from "../../plan/json.ts";
import { jsonIssue } from "../../plan/json-issue.ts";
import { parseWith } from "../../plan/parse.ts";
import { PlanRequest } from "./plan-request.ts";
import {
  type PlanResponse,
  PlanResponse01,
  PlanResponse02,
  PlanResponse03,
  type ServiceVersion,
  serviceVersions,
} from "./plan-response.ts";

const responses = { "0.1": PlanResponse01, "0.2": PlanResponse02, "0.3": PlanResponse03 } as const;

export function parsePlanRequest(value: unknown): Checked<PlanRequest> {
  return parseWith(PlanRequest, value);
}

/** Reads a response in the version it names; one that names none is 0.1. */
export function parsePlanResponse(value: unknown): Checked<PlanResponse> {
  const version = versionOf(value);
  if (version !== undefined && !isVersion(version)) {
    const message = `must be one of ${serviceVersions.map((known) => `"${known}"`).join(", ")}`;
    return refused(jsonIssue("INVALID_VALUE", "/metadata/version", { message }));
  }
  return parseWith(responses[version ?? "0.1"], value);
}

/** The version as text; anything else is left to the schema of 0.1, which says what is wrong with it. */
function versionOf(value: unknown): string | undefined {
  const metadata = isJsonObject(value) && Object.hasOwn(value, "metadata") ? value["metadata"] : undefined;
  const version = isJsonObject(metadata) && Object.hasOwn(metadata, "version") ? metadata["version"] : undefined;
  return typeof version === "string" ? version : undefined;
}

function isVersion(version: string): version is ServiceVersion {
  return Object.hasOwn(responses, version);
}
