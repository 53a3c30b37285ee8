import { createHmac } from "node:crypto";

type WebhookMessage = { id: string; timestampSeconds: number; body: string };

/**
 * The headers of Standard Webhooks. Without a secret there is no signature. A secret may start with `whsec_` and is
 * base64; several, separated by spaces, sign side by side while receivers change over.
 */
export function webhookHeaders(
  { id, timestampSeconds, body }: WebhookMessage,
  secrets: string,
): Record<string, string> {
  const signed = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets
    .split(/\s+/)
    .filter((secret) => secret !== "")
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    ...(signatures.length > 0 && { "webhook-signature": signatures.join(" ") }),
  };
}
