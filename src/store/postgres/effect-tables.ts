import type { Tx } from "../../ports/store.ts";
import { type AddStatement, changesOne } from "./rows.ts";

type Writes = Pick<
  Tx,
  "reserve" | "moveEffect" | "openWait" | "settleWait" | "changeWait" | "claim" | "answerClaim" | "dropClaim"
>;

/** The effects ledger, operator items and idempotent answers. */
export function effectWrites(add: AddStatement): Writes {
  return { ...ledgerWrites(add), ...waitWrites(add), ...claimWrites(add) };
}

function ledgerWrites(add: AddStatement): Pick<Tx, "reserve" | "moveEffect"> {
  return {
    reserve: (effect) =>
      add("INSERT INTO effects (tenant, key, run_id, state, record) VALUES ($1, $2, $3, $4, $5)", [
        effect.tenant,
        effect.key,
        effect.runId,
        effect.state,
        JSON.stringify(effect),
      ]),
    moveEffect: (effect, from, heldBy = effect.runId) =>
      add(
        `UPDATE effects SET run_id = $1, state = $2, record = $3
         WHERE tenant = $4 AND key = $5 AND run_id = $6 AND state = ANY($7)`,
        [effect.runId, effect.state, JSON.stringify(effect), effect.tenant, effect.key, heldBy, from],
        changesOne(`effect ${effect.key} is not ${from.join(" or ")} and held by ${heldBy}`),
      ),
  };
}

function waitWrites(add: AddStatement): Pick<Tx, "openWait" | "settleWait" | "changeWait"> {
  return {
    openWait: (wait) =>
      add(
        `INSERT INTO waits (tenant, id, run_id, state, record) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant, id) DO NOTHING`,
        [wait.tenant, wait.id, wait.runId, wait.state, JSON.stringify(wait)],
      ),
    settleWait: (wait) =>
      add(
        "UPDATE waits SET state = $1, record = $2 WHERE tenant = $3 AND id = $4 AND state = 'open'",
        [wait.state, JSON.stringify(wait), wait.tenant, wait.id],
        changesOne(`wait ${wait.id} is not open`),
      ),
    changeWait: (wait, was) =>
      add(
        "UPDATE waits SET record = $1 WHERE tenant = $2 AND id = $3 AND record = $4",
        [JSON.stringify(wait), wait.tenant, wait.id, JSON.stringify(was)],
        changesOne(`wait ${wait.id} has changed`),
      ),
  };
}

function claimWrites(add: AddStatement): Pick<Tx, "claim" | "answerClaim" | "dropClaim"> {
  return {
    claim: (claim, now, gone) =>
      add(
        `INSERT INTO idempotency (tenant, key, expires_at, record) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant, key) DO UPDATE SET expires_at = excluded.expires_at, record = excluded.record
         WHERE idempotency.expires_at <= $5 OR idempotency.record = $6`,
        [claim.tenant, claim.key, claim.expiresAt, JSON.stringify(claim), now, JSON.stringify(gone) ?? null],
        changesOne(`${claim.key} is claimed`),
      ),
    answerClaim: (claim) =>
      add(
        "UPDATE idempotency SET expires_at = $1, record = $2 WHERE tenant = $3 AND key = $4",
        [claim.expiresAt, JSON.stringify(claim), claim.tenant, claim.key],
        changesOne(`nothing is claimed under ${claim.key}`),
      ),
    dropClaim: (tenant, key) => add("DELETE FROM idempotency WHERE tenant = $1 AND key = $2", [tenant, key]),
  };
}
