import type { Wait } from "../../ports/wait.ts";
import type { Tx } from "../../ports/store.ts";
import type { EffectRecord } from "../../ports/effect-record.ts";
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
      add({
        key: keyOf(effect),
        rows: "each",
        sql: `INSERT INTO effects (tenant, key, run_id, state, record)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS given ORDER BY 1, 2`,
        values: [effect.tenant, effect.key, effect.runId, effect.state, JSON.stringify(effect)],
      }),
    moveEffect: (effect, from, heldBy = effect.runId) =>
      add({
        key: keyOf(effect),
        rows: "each",
        sql: `UPDATE effects SET run_id = given.run_id, state = given.state, record = given.record
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
            AS given (tenant, key, run_id, state, record, held_by, was)
          WHERE effects.tenant = given.tenant AND effects.key = given.key AND effects.run_id = given.held_by
            AND effects.state = ANY(string_to_array(given.was, ' '))`,
        values: [effect.tenant, effect.key, effect.runId, effect.state, JSON.stringify(effect), heldBy, from.join(" ")],
        check: changesOne(`effect ${effect.key} is not ${from.join(" or ")} and held by ${heldBy}`),
      }),
  };
}

function keyOf({ tenant, key }: EffectRecord): string {
  return `effect ${tenant} ${key}`;
}

function waitWrites(add: AddStatement): Pick<Tx, "openWait" | "settleWait" | "changeWait"> {
  const of = ({ tenant, id }: Wait): { key: string } => ({ key: `wait ${tenant} ${id}` });
  return {
    openWait: (wait) =>
      add({
        ...of(wait),
        sql: `INSERT INTO waits (tenant, id, run_id, state, record) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (tenant, id) DO NOTHING`,
        values: [wait.tenant, wait.id, wait.runId, wait.state, JSON.stringify(wait)],
      }),
    settleWait: (wait) =>
      add({
        ...of(wait),
        sql: "UPDATE waits SET state = $1, record = $2 WHERE tenant = $3 AND id = $4 AND state = 'open'",
        values: [wait.state, JSON.stringify(wait), wait.tenant, wait.id],
        check: changesOne(`wait ${wait.id} is not open`),
      }),
    changeWait: (wait, was) =>
      add({
        ...of(wait),
        sql: "UPDATE waits SET record = $1 WHERE tenant = $2 AND id = $3 AND record = $4",
        values: [JSON.stringify(wait), wait.tenant, wait.id, JSON.stringify(was)],
        check: changesOne(`wait ${wait.id} has changed`),
      }),
  };
}

function claimWrites(add: AddStatement): Pick<Tx, "claim" | "answerClaim" | "dropClaim"> {
  const of = (tenant: string, key: string): { key: string } => ({ key: `claim ${tenant} ${key}` });
  return {
    claim: (claim, now, gone) =>
      add({
        ...of(claim.tenant, claim.key),
        sql: `INSERT INTO idempotency (tenant, key, expires_at, record) VALUES ($1, $2, $3, $4)
          ON CONFLICT (tenant, key) DO UPDATE SET expires_at = excluded.expires_at, record = excluded.record
          WHERE idempotency.expires_at <= $5 OR idempotency.record = $6`,
        values: [claim.tenant, claim.key, claim.expiresAt, JSON.stringify(claim), now, JSON.stringify(gone) ?? null],
        check: changesOne(`${claim.key} is claimed`),
      }),
    answerClaim: (claim) =>
      add({
        ...of(claim.tenant, claim.key),
        sql: "UPDATE idempotency SET expires_at = $1, record = $2 WHERE tenant = $3 AND key = $4",
        values: [claim.expiresAt, JSON.stringify(claim), claim.tenant, claim.key],
        check: changesOne(`nothing is claimed under ${claim.key}`),
      }),
    dropClaim: (tenant, key) =>
      add({
        ...of(tenant, key),
        sql: "DELETE FROM idempotency WHERE tenant = $1 AND key = $2",
        values: [tenant, key],
      }),
  };
}
