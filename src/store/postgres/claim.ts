import { isFree, ready, skewMs } from "./job-table.ts";

/** A claim looks at this many of the oldest jobs; beyond them it looks at every lane. */
const front = 256;

/** Lanes per claim, each priority by itself; the next claim continues after the last one. */
export const maxLanes = 250;

/** Jobs per lane, at least. */
const ofLane = 8;

/**
 * How many leased jobs one claim counts when no limit is set, in total and per lane. A more exact count would not change
 * which lane goes first.
 */
const counted = { ofAll: 1_024, ofLane: 8 };

const columns = "queue, key, tenant, due_at, version, priority, lease, failures";

/** A value instead of a call, so that the index is used. */
const now = "(SELECT now FROM clock)";

/** In index order, read lazily: the offset keeps other conditions from being pushed down. */
const lost = `SELECT * FROM jobs WHERE lease IS NOT NULL AND held_until < ${now} ORDER BY held_until OFFSET 0`;

/**
 * $1 queues, $2 now, $3 lease duration, $4 limit, $5 lane limit, $6 tenants and $7 their limits, $8, $9 and $10 the lane
 * and priority to continue after.
 */
const candidates = {
  due: `
front AS MATERIALIZED (
  SELECT queue, key, tenant, priority, ${ready} AS ready FROM jobs WHERE ${isFree} AND ${ready} <= $2
  ORDER BY ${ready} LIMIT ${front}
),
steps AS (
  (SELECT queue, tenant, priority FROM jobs WHERE ${isFree} AND (queue, tenant, priority) > ($8::text, $9::text, $10::int)
   AND (SELECT count(*) FROM front) = ${front} ORDER BY queue, tenant, priority LIMIT 1)
  UNION ALL
  SELECT next.queue, next.tenant, next.priority FROM steps, LATERAL (
    SELECT queue, tenant, priority FROM jobs
    WHERE ${isFree} AND (queue, tenant, priority) > (steps.queue, steps.tenant, steps.priority)
    ORDER BY queue, tenant, priority LIMIT 1) AS next
),
lanes AS MATERIALIZED (SELECT queue, tenant, priority FROM steps LIMIT ${maxLanes}),
candidates AS (
  SELECT queue, key, tenant, priority, ready FROM front WHERE queue = ANY($1)
  UNION
  SELECT of.queue, of.key, of.tenant, of.priority, of.ready FROM lanes, LATERAL (
    SELECT queue, key, tenant, priority, ${ready} AS ready FROM jobs
    WHERE ${isFree} AND (queue, tenant, priority, ${ready}) > (lanes.queue, lanes.tenant, lanes.priority, -1)
    ORDER BY queue, tenant, priority, ${ready} LIMIT greatest(${ofLane}, $4::int / (SELECT count(*) FROM lanes))) AS of
  WHERE (of.queue, of.tenant, of.priority) = (lanes.queue, lanes.tenant, lanes.priority)
    AND of.ready <= $2 AND lanes.queue = ANY($1)
  UNION ALL
  (SELECT queue, key, tenant, priority, ${ready} FROM (${lost}) AS lost
   WHERE dead_at IS NULL AND queue = ANY($1) AND ${ready} <= $2 LIMIT ${front})
)`,
  /** Enqueued "later than now": the clock went backwards since. */
  setLater: `
lanes AS (SELECT $8::text AS queue, $9::text AS tenant, $10::int AS priority WHERE false),
candidates AS (
  SELECT queue, key, tenant, priority, ${ready} AS ready FROM jobs WHERE dead_at IS NULL AND due_at > $2 AND set_at > $2 + ${skewMs}
  AND queue = ANY($1) AND (lease IS NULL OR held_until < clock_timestamp()) LIMIT $4::int
)`,
  /** $1 queues and $8 keys of the jobs that were delivered. */
  named: `
lanes AS (SELECT ''::text AS queue, ''::text AS tenant, 0 AS priority WHERE false),
candidates AS (
  SELECT queue, key, tenant, priority, ${ready} AS ready FROM unnest($1::text[], $8::text[]) AS named (queue, key)
  JOIN jobs USING (queue, key) WHERE dead_at IS NULL AND (${ready} <= $2 OR set_at > $2 + ${skewMs})
  AND (lease IS NULL OR held_until < ${now})
)`,
} as const;

/** Leases the jobs of a relation; a job with an expired lease gets a new version. */
function lease(chosen: string, leaseMs: string): string {
  return `UPDATE jobs SET lease = nextval('job_leases'), held_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
    version = jobs.version + CASE WHEN jobs.lease IS NULL THEN 0 ELSE 1 END
  FROM ${chosen} WHERE jobs.queue = ${chosen}.queue AND jobs.key = ${chosen}.key
  RETURNING ${columns.replaceAll(/\w+/g, "jobs.$&")}`;
}

/**
 * Claims jobs, those of the lane with the fewest leased jobs first, and none of a lane at its limit. Rows locked by
 * another worker are skipped. A job with an expired lease gets a new version, so that its former worker can tell. The
 * first column is the number of lanes looked at, the next three are the last lane; they are returned even when nothing was
 * claimed.
 *
 * Only leased jobs of the candidate lanes are counted, up to the limit or as far as useful, so the cost of a claim does
 * not depend on how many jobs are leased. Lanes above the counted number take turns at random.
 */
export function claimOf(kind: keyof typeof candidates): string {
  return `${wantedOf(kind)},
chosen AS (
  SELECT free.queue, free.key FROM wanted, LATERAL (
    SELECT queue, key FROM jobs WHERE queue = wanted.queue AND key = wanted.key
    AND dead_at IS NULL AND (lease IS NULL OR held_until < clock_timestamp()) FOR UPDATE SKIP LOCKED) AS free
  LIMIT $4::int
),
claimed AS (
  ${lease("chosen", "$3")}
),
seen AS (${seenLanes})
SELECT lanes, last_queue, last_tenant, last_priority, ${columns} FROM seen LEFT JOIN claimed ON true`;
}

/** Claims jobs by name where no lane has a limit. $1 queues, $2 keys, $3 now, $4 lease duration. Short: planning a claim takes longer than running it. */
export const claimFree = `
WITH free AS (
  SELECT found.queue, found.key FROM unnest($1::text[], $2::text[]) AS named (queue, key), LATERAL (
    SELECT queue, key FROM jobs WHERE queue = named.queue AND key = named.key
    AND dead_at IS NULL AND (${ready} <= $3 OR set_at > $3 + ${skewMs})
    AND (lease IS NULL OR held_until < clock_timestamp()) FOR UPDATE SKIP LOCKED) AS found
)
${lease("free", "$4")}`;

/** The jobs a claim would take, in its order; nothing is locked or changed. */
export function chooseOf(kind: "due" | "setLater"): string {
  return `${wantedOf(kind)},
chosen AS (SELECT queue, key, tenant, place, ready FROM wanted WHERE $3::bigint IS NOT NULL LIMIT $4::int),
seen AS (${seenLanes})
SELECT lanes, last_queue, last_tenant, last_priority, queue, key, tenant, place, ready FROM seen LEFT JOIN chosen ON true`;
}

const last = (column: string): string =>
  `(array_agg(${column} ORDER BY queue DESC, tenant DESC, priority DESC))[1] AS last_${column}`;

const seenLanes = `SELECT count(*) AS lanes, ${last("queue")}, ${last("tenant")}, ${last("priority")} FROM lanes`;

function wantedOf(kind: keyof typeof candidates): string {
  return `
WITH RECURSIVE
clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
${candidates[kind]},
sharing AS MATERIALIZED (
  SELECT queue, tenant, coalesce(
    (SELECT most FROM unnest($6::text[], $7::int[]) AS own (name, most) WHERE name = tenant), $5::int) AS most
  FROM (SELECT DISTINCT queue, tenant FROM candidates) AS each
),
cap AS MATERIALIZED (SELECT greatest(${counted.ofLane}, ${counted.ofAll} / greatest(1, count(*))) AS most FROM sharing),
taken AS MATERIALIZED (
  SELECT queue, tenant, most, jobs, CASE WHEN jobs >= (SELECT most FROM cap) THEN random() ELSE 0 END AS turn
  FROM sharing, LATERAL (SELECT count(*) AS jobs FROM (
    SELECT queue, tenant FROM jobs WHERE lease IS NOT NULL
    AND (queue, tenant, held_until) >= (sharing.queue, sharing.tenant, ${now})
    ORDER BY queue, tenant, held_until LIMIT coalesce(sharing.most, (SELECT most FROM cap))) AS held
    WHERE held.queue = sharing.queue AND held.tenant = sharing.tenant) AS of
),
placed AS MATERIALIZED (
  SELECT candidates.*, most, turn, jobs + row_number() OVER (PARTITION BY queue, tenant ORDER BY priority DESC, ready, key) AS place
  FROM candidates JOIN taken USING (queue, tenant)
),
wanted AS MATERIALIZED (
  SELECT queue, key, tenant, place, ready FROM placed WHERE place <= coalesce(most, place) ORDER BY place, turn, ready
)`;
}
