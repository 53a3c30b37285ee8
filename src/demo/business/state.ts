import { z } from "zod";
import { Books } from "./books.ts";
import seed from "./books.json" with { type: "json" };
import { openSharedFile } from "../shared-file.ts";

/**
 * The data of the demo: books for each tenant, initially equal. A workshop buys parts and sells assemblies, with
 * records in English and Russian.
 */
export type DemoState = {
  books(tenant: string): Books;
  /** Persists changes of the books, if they are stored in a file. */
  save(): void;
};

/** In memory, or in a file that other processes may use too. */
export function openDemoState(file?: string): DemoState {
  const shared = openSharedFile<Record<string, Books>>({ schema: z.record(z.string(), Books), seed: () => ({}), file });
  return {
    books(tenant) {
      const tenants = shared.read();
      return (tenants[tenant] ??= Books.parse(seed));
    },
    save: () => shared.save(),
  };
}
