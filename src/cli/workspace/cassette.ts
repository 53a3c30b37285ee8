import type { CheckResult } from "../../plan/check-result.ts";
import type { Cassette } from "../../runtime/models/models.ts";
import { recordTo, replayFrom } from "../../runtime/models/cassette.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { type Invocation, text, UsageError } from "../command.ts";

/** Opens the cassette of `--record` or `--replay`; undefined without them. */
export function cassetteOf(invocation: Invocation): CheckResult<Cassette | undefined> {
  const record = text(invocation, "record");
  const replay = text(invocation, "replay");
  if (record !== undefined && replay !== undefined)
    throw new UsageError("--record and --replay cannot be used together");
  const at = Date.parse(text(invocation, "now") ?? "");
  const clock = Number.isNaN(at) ? systemClock : { ...systemClock, now: () => at };
  if (record !== undefined) return recordTo(record, clock);
  return replay === undefined ? { ok: true, value: undefined } : replayFrom(replay);
}
