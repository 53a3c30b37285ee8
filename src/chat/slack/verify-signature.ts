import { createHmac, timingSafeEqual } from "node:crypto";

/** Older requests may be replays. */
const maxAgeSeconds = 300;

type SignedRequest = { body: string; timestamp: string | null; signature: string | null };

/** Whether Slack sent the request: an HMAC of the time and the body, with the app's signing secret. */
export function isSignedBySlack({ body, timestamp, signature }: SignedRequest, secret: string, now: number): boolean {
  if (timestamp === null || signature === null || !/^\d+$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > maxAgeSeconds) return false;
  const wanted = Buffer.from(`v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
