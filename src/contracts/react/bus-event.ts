import { z } from "zod";
import { Json } from "../../plan/json.ts";

/** An event. The same id on the same channel is the same event, however often it is delivered. */
export const BusEvent = z.strictObject({
  id: z.string().min(1).max(200),
  channel: z.string().min(1).max(200),
  payload: Json,
});
export type BusEvent = z.infer<typeof BusEvent>;
