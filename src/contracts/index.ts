/** The wire contracts, a namespace each, and what they share. */
export * as actions from "./actions/index.ts";
export * as determinism from "./determinism/index.ts";
export * as react from "./react/index.ts";
export * as service from "./service/index.ts";
export * as structured from "./structured/index.ts";
export { catalogue, type WireShape } from "./catalogue.ts";
export {
  type ErrorCode,
  type ErrorEntry,
  type ErrorParts,
  errorTable,
  PlanwrightError,
  type StopCode,
  stopTable,
} from "./errors.ts";
export { jsonSchemaOf } from "./json-schema.ts";
export type { Expressed } from "./mapping.ts";
export { parseWith } from "./parse.ts";
export { Problem, type ProblemDetails, ProblemIssue, problemOf, toProblem } from "./problem.ts";
export { type ContractName, contractNames, surfaces } from "./surfaces.ts";
export { instantOf, Timestamp } from "./timestamp.ts";
export { type DocumentOptions, validateDocument } from "./validate-document.ts";
export type { Checked } from "../plan/checked.ts";
export { Issue } from "../plan/issue.ts";
export { type IssueCode, issueCodes } from "../plan/issue-codes.ts";
export { Plan, Spelling } from "../plan/plan.ts";
export { Step } from "../plan/step.ts";
export { type IdStyle, idStyles } from "../plan/id-style.ts";
export { type Respelling, respell } from "../plan/respell.ts";
