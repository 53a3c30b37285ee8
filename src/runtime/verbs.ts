export type { VerbSpec, Verbs } from "../ports/verbs.ts";
export { toolSpecOf } from "../tools/tool-spec-of.ts";
