import { type CheckResult, refused } from "../../plan/check-result.ts";
import { isJsonObject } from "../../plan/json.ts";
import { createIssue } from "../../plan/create-issue.ts";
import { parserOf } from "../../plan/parse.ts";
import { createShape } from "../../plan/validate/shape.ts";
import { PlanRequest } from "./plan-request.ts";
import {
  type PlanResponse,
  PlanResponse01,
  PlanResponse02,
  PlanResponse03,
  type ServiceVersion,
  serviceVersions,
} from "./plan-response.ts";

const responses = {
  "0.1": createShape(PlanResponse01),
  "0.2": createShape(PlanResponse02),
  "0.3": createShape(PlanResponse03),
} as const;

export const parsePlanRequest = parserOf(PlanRequest);

/** Parses a response in the version it names; 0.1 where it names none. */
export function parsePlanResponse(value: unknown): CheckResult<PlanResponse> {
  const version = versionOf(value);
  if (isVersion(version)) return responses[version](value);
  const message = `must be one of ${serviceVersions.map((known) => `"${known}"`).join(", ")}`;
  return refused(createIssue("INVALID_VALUE", "/metadata/version", { message }));
}

function versionOf(value: unknown): string {
  try {
    const metadata = isJsonObject(value) ? value["metadata"] : undefined;
    const version = isJsonObject(metadata) ? metadata["version"] : undefined;
    return typeof version === "string" ? version : "0.1";
  } catch {
    return "0.1";
  }
}

function isVersion(version: string): version is ServiceVersion {
  return Object.hasOwn(responses, version);
}
