export type { VerbSpec, Verbs } from "../ports/verbs.ts";
