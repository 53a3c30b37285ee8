import { z } from "zod";
import { type Checked, refused } from "../../plan/checked.ts";
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

/** As much of a response as says which version it is. */
const Versioned = z.object({ metadata: z.object({ version: z.string() }) });

export function parsePlanRequest(value: unknown): Checked<PlanRequest> {
  return parseWith(PlanRequest, value);
}

/** Reads a response in the version it names; one that names none, or not as text, is read as 0.1. */
export function parsePlanResponse(value: unknown): Checked<PlanResponse> {
  const version = versionOf(value);
  if (isVersion(version)) return parseWith(responses[version], value);
  const message = `must be one of ${serviceVersions.map((known) => `"${known}"`).join(", ")}`;
  return refused(jsonIssue("INVALID_VALUE", "/metadata/version", { message }));
}

function versionOf(value: unknown): string {
  try {
    return Versioned.parse(value).metadata.version;
  } catch {
    return "0.1";
  }
}

function isVersion(version: string): version is ServiceVersion {
  return Object.hasOwn(responses, version);
}
