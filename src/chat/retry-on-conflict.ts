import { isConflict } from "../ports/store-error.ts";

const tries = 20;

/** Retries while others write the same record. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || left === 0) throw error;
    }
  }
}
