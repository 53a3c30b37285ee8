import { z } from "zod";
import { Zone } from "../../contracts/zone.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Issue } from "../../plan/issue.ts";
import { SecretText } from "../../tools/config/secret-text.ts";

const UserId = z.string().regex(/^[UW][A-Z0-9]{2,20}$/, "must be a Slack user id such as U012ABCDEF");

/** The `slack` section of `planwright.yaml`. */
export const SlackConfig = z.strictObject({
  token: SecretText.describe("bot token of the app, xoxb-…"),
  mode: z.enum(["socket", "http"]).default("socket").describe("Socket Mode, or requests to POST /slack/events"),
  app_token: SecretText.optional().describe("app-level token, xapp-…; required in socket mode"),
  signing_secret: SecretText.optional().describe("signing secret of the app; required in http mode"),
  allow: z.array(UserId).min(1).describe("Slack user ids that may use the app"),
  teachers: z.array(UserId).default([]).describe("Slack user ids that may teach lessons"),
  tenant: z.string().min(1).default("local").describe("tenant whose tools and Drafts the app uses"),
  zone: Zone.optional().describe("IANA time zone of the users; the zone of drafts by default"),
  api_root: z
    .url({ protocol: /^https?$/ })
    .default("https://slack.com/api/")
    .describe("address of the Web API"),
});
export type SlackConfig = z.infer<typeof SlackConfig>;

/** Each mode needs its own secret. */
export function checkSlackConfig(config: SlackConfig | undefined, pointer: string): Issue[] {
  if (config === undefined) return [];
  const name = config.mode === "socket" ? "app_token" : "signing_secret";
  if (config[name] !== undefined) return [];
  return [createIssue("MISSING_FIELD", `${pointer}/${name}`, { message: `is required in ${config.mode} mode` })];
}
