import { z } from "zod";

/** ISO 8601 with seconds. Without a zone it is UTC, as `datetime.utcnow()` prints it. */
export const Timestamp = z.iso.datetime({ offset: true, local: true });
export type Timestamp = z.infer<typeof Timestamp>;
