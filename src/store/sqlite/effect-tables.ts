import type { EffectRecord } from "../../ports/effect-record.ts";
import type { Tx } from "../../ports/store.ts";
import type { Database } from "./database.ts";
import { fromRows } from "../sql.ts";
import { changeOne, toText } from "./rows.ts";
import { ownEffectPrefix } from "../../ports/maintenance.ts";

type Writes = Pick<
  Tx,
  "reserve" | "moveEffect" | "openWait" | "settleWait" | "changeWait" | "claim" | "answerClaim" | "dropClaim"
>;
/** The effects ledger, operator items and idempotent answers. */
export function effectWrites(db: Database): Writes {
  return { ...ledgerWrites(db), ...waitWrites(db), ...claimWrites(db) };
}

function ledgerWrites(db: Database): Pick<Tx, "reserve" | "moveEffect"> {
  const add = db.prepare("INSERT INTO effects (tenant, key, run_id, state, record) VALUES (?, ?, ?, ?, ?)");
  const move = db.prepare(
    `UPDATE effects SET run_id = ?, state = ?, record = ? WHERE tenant = ? AND key = ? AND run_id = ?
     AND state IN (SELECT value FROM json_each(?))`,
  );
  // The common case: the owner stays the same, so the index by run is not touched.
  const moveOwn = db.prepare(
    "UPDATE effects SET state = ?, record = ? WHERE tenant = ? AND key = ? AND run_id = ? AND state = ?",
  );
  return {
    reserve(effect) {
      add.run(effect.tenant, effect.key, effect.runId, effect.state, toText(effect));
    },
    moveEffect(effect, from, heldBy = effect.runId) {
      const { runId, state, tenant, key } = effect;
      const [only = ""] = from;
      const moved =
        from.length === 1 && heldBy === runId
          ? moveOwn.run(state, toText(effect), tenant, key, runId, only)
          : move.run(runId, state, toText(effect), tenant, key, heldBy, JSON.stringify(from));
      changeOne(moved, `effect ${key} is not ${from.join(" or ")} and held by ${heldBy}`);
    },
  };
}

function waitWrites(db: Database): Pick<Tx, "openWait" | "settleWait" | "changeWait"> {
  const open = db.prepare("INSERT OR IGNORE INTO waits (tenant, id, run_id, state, record) VALUES (?, ?, ?, ?, ?)");
  const settle = db.prepare("UPDATE waits SET state = ?, record = ? WHERE tenant = ? AND id = ? AND state = 'open'");
  const change = db.prepare("UPDATE waits SET record = ? WHERE tenant = ? AND id = ? AND record = ?");
  return {
    openWait(wait) {
      open.run(wait.tenant, wait.id, wait.runId, wait.state, toText(wait));
    },
    settleWait(wait) {
      changeOne(settle.run(wait.state, toText(wait), wait.tenant, wait.id), `wait ${wait.id} is not open`);
    },
    changeWait(wait, was) {
      changeOne(change.run(toText(wait), wait.tenant, wait.id, toText(was)), `wait ${wait.id} has changed`);
    },
  };
}

function claimWrites(db: Database): Pick<Tx, "claim" | "answerClaim" | "dropClaim"> {
  const forget = db.prepare("DELETE FROM idempotency WHERE tenant = ? AND key = ? AND (expires_at <= ? OR record = ?)");
  const add = db.prepare("INSERT INTO idempotency (tenant, key, expires_at, record) VALUES (?, ?, ?, ?)");
  const answer = db.prepare("UPDATE idempotency SET expires_at = ?, record = ? WHERE tenant = ? AND key = ?");
  const drop = db.prepare("DELETE FROM idempotency WHERE tenant = ? AND key = ?");
  return {
    claim(claim, now, gone) {
      forget.run(claim.tenant, claim.key, now, gone === undefined ? null : toText(gone));
      add.run(claim.tenant, claim.key, claim.expiresAt, toText(claim));
    },
    answerClaim(claim) {
      const { tenant, key, expiresAt } = claim;
      changeOne(answer.run(expiresAt, toText(claim), tenant, key), `nothing is claimed under ${key}`);
    },
    dropClaim(tenant, key) {
      drop.run(tenant, key);
    },
  };
}

/** The first key of the effects that only this run can have, and the first after them. */
export function ownEffectKeys(runId: string): [from: string, before: string] {
  const prefix = ownEffectPrefix(runId);
  return [prefix, `${prefix.slice(0, -1)};`];
}

/** Own effects are found by key, which saves an index; shared ones by the index, whose condition this repeats. */
const effectsOfRun = `
  SELECT key, record FROM effects WHERE tenant = $1 AND key >= $3 AND key < $4 AND run_id = $2
  UNION ALL
  SELECT key, record FROM effects WHERE run_id = $2 AND tenant = $1 AND instr(key, 'run:' || run_id || ':') <> 1
  ORDER BY key`;

export async function readEffects(db: Database, tenant: string, runId: string): Promise<EffectRecord[]> {
  return fromRows(await db.read(effectsOfRun, [tenant, runId, ...ownEffectKeys(runId)]));
}
