import { z } from "zod";
import { isJsonObject, Json } from "../../plan/json.ts";

/** An event. The same id on the same channel is the same event, however often it is delivered. */
export const BusEvent = z.strictObject({
  id: z.string().min(1).max(200),
  channel: z.string().min(1).max(200),
  payload: Json,
});
export type BusEvent = z.infer<typeof BusEvent>;

/** The data inside the envelopes that buses use: a CloudEvent's `data`, and `{event, service, payload}`. */
export function unwrapEnvelope(payload: Json): Json {
  if (!isJsonObject(payload)) return payload;
  if (typeof payload["specversion"] === "string" && typeof payload["type"] === "string") return payload["data"] ?? {};
  const isEnvelope = Object.keys(payload).every((key) => envelopeFields.has(key));
  return isEnvelope && "event" in payload && payload["payload"] !== undefined ? payload["payload"] : payload;
}

const envelopeFields: ReadonlySet<string> = new Set([
  "event",
  "service",
  "payload",
  "id",
  "timestamp",
  "ts",
  "version",
]);
