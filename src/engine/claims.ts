import type { HeldJob, JobKey, Leases } from "../ports/engine.ts";
import { jobId } from "./job-id.ts";
import type { Stopwatch } from "./leased/stopwatch.ts";

type Claim = { job: HeldJob; heldFor: () => number };

type PendingClaim = { key: JobKey; resolve: (claim: Claim | undefined) => void; reject: (error: unknown) => void };

type ClaimsDeps = {
  leases: Leases;
  now: () => number;
  leaseMs: number;
  stopwatch: Stopwatch;
};

/** Claims jobs by name. Those that arrive while a claim is under way share the next statement. */
export function createClaims({
  leases,
  now,
  leaseMs,
  stopwatch,
}: ClaimsDeps): (key: JobKey) => Promise<Claim | undefined> {
  let waiting: PendingClaim[] = [];
  let isClaiming = false;
  const claimAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const heldFor = stopwatch();
      try {
        const jobs = await leases.acquireNamed(
          batch.map(({ key }) => key),
          { now: now(), leaseMs },
        );
        const byKey = new Map(jobs.map((job) => [jobId(job), job]));
        for (const { key, resolve } of batch) {
          const job = byKey.get(jobId(key));
          byKey.delete(jobId(key));
          resolve(job === undefined ? undefined : { job, heldFor });
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isClaiming = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isClaiming) return;
      isClaiming = true;
      // After this turn of the event loop: what arrived together is claimed together.
      setImmediate(() => void claimAll());
    });
}
