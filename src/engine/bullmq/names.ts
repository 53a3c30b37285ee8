import type { JobKey } from "../../ports/engine.ts";

/** BullMQ allows no colon in a custom id. */
export function toDeliveryId(key: string): string {
  return encodeURIComponent(key);
}

export function fromDeliveryId(queue: string, id: string): JobKey {
  return { queue, key: decodeURIComponent(id) };
}
