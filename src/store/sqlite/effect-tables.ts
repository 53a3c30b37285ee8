import type { EffectRecord } from "../../ports/effect-record.ts";
import type { Claim, Store, Tx } from "../../ports/store.ts";
import type { Wait } from "../../ports/wait.ts";
import type { Database } from "./database.ts";
import { changeOne, fromRow, fromRows, toText } from "./rows.ts";
import { ownEffectPrefix } from "../../ports/maintenance.ts";

type Writes = Pick<
  Tx,
  "reserve" | "moveEffect" | "openWait" | "settleWait" | "changeWait" | "claim" | "answerClaim" | "dropClaim"
>;
type Reads = Pick<Store, "effect" | "effects" | "wait" | "waits" | "claim">;

/** The effects ledger, operator items and idempotent answers. */
export function createEffectTables(db: Database): { writes: Writes; reads: Reads } {
  return { writes: { ...effectWrites(db), ...waitWrites(db), ...claimWrites(db) }, reads: createReads(db) };
}

function effectWrites(db: Database): Pick<Tx, "reserve" | "moveEffect"> {
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

function createReads(db: Database): Reads {
  const effect = db.prepare("SELECT record FROM effects WHERE tenant = ? AND key = ?");
  // Its own by the key, which spares them an index; those it shares by the index, whose condition this repeats.
  const effects = db.prepare(
    `SELECT key, record FROM effects WHERE tenant = ?1 AND key >= ?3 AND key < ?4 AND run_id = ?2
     UNION ALL
     SELECT key, record FROM effects WHERE run_id = ?2 AND tenant = ?1 AND instr(key, 'run:' || run_id || ':') <> 1
     ORDER BY key`,
  );
  const wait = db.prepare("SELECT record FROM waits WHERE tenant = ? AND id = ?");
  const ofRun = db.prepare("SELECT record FROM waits WHERE tenant = ? AND run_id = ? ORDER BY id");
  const open = db.prepare("SELECT record FROM waits WHERE tenant = ? AND state = 'open' ORDER BY id");
  const claim = db.prepare("SELECT record FROM idempotency WHERE tenant = ? AND key = ?");
  return {
    effect: async (tenant, key) => fromRow<EffectRecord | undefined>(effect.get(tenant, key), undefined),
    effects: async (tenant, runId) => fromRows<EffectRecord>(effects.all(tenant, runId, ...ownEffectKeys(runId))),
    wait: async (tenant, id) => fromRow<Wait | undefined>(wait.get(tenant, id), undefined),
    waits: async (tenant, of) => fromRows<Wait>(of === "open" ? open.all(tenant) : ofRun.all(tenant, of.runId)),
    claim: async (tenant, key) => fromRow<Claim | undefined>(claim.get(tenant, key), undefined),
  };
}
