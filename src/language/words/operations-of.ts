import { memoize } from "../../plan/bounded-cache.ts";
import { languages } from "../languages.ts";
import { type Operation, operationOf } from "./operation.ts";

/** What one word may ask to be done, whatever stands around it: for names of tools and words of manifests. */
export const operationsOf: (word: string) => readonly Operation[] = memoize(5_000, (word) =>
  Object.values(languages)
    .flatMap(({ lexicon }) => lexicon.concepts(word))
    .flatMap((concept) => operationOf(concept) ?? []),
);
