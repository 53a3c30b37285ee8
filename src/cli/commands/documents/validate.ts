import { countOf } from "../../output/count-of.ts";
import { type ContractName, contractNames } from "../../../contracts/surfaces.ts";
import { validateDocument } from "../../../contracts/validate-document.ts";
import type { Issue } from "../../../plan/issue.ts";
import { isJsonObject, type Json } from "../../../plan/json.ts";
import { createToolbox, type Toolbox } from "../../../plan/tool-spec.ts";
import { validatePlan } from "../../../plan/validate/validate-plan.ts";
import { readManifest } from "../../../planners/manifest.ts";
import { guessForm, planIn } from "../../../runtime/planning/read-plan.ts";
import { choiceOf, exit, flag, type Handler, type Invocation, numberOf, text, UsageError } from "../../command.ts";
import { issueLine, readDocument } from "../../input/document.ts";

/** Validates a document against a contract: exit 0 if valid, 3 with all violations otherwise. */
export const validate: Handler = async (invocation) => {
  const [path = "-"] = invocation.args;
  const contract = contractOf(invocation);
  const stepCount = numberOf(invocation, "steps");
  const toolbox = await toolboxOf(invocation, text(invocation, "tools"));
  const document = await readDocument(invocation.io, path);
  if (document.ok && text(invocation, "contract") === undefined && isOwnPlan(document.value)) {
    const own = validatePlan(planIn(document.value), toolbox, { stepCount });
    report(invocation, { path, contract: "plan", issues: own.ok ? [] : own.issues });
    return own.ok ? exit.ok : exit.contract;
  }
  const result = document.ok ? validateDocument(contract, document.value, { toolbox, stepCount }) : document;
  report(invocation, { path, contract, issues: result.ok ? [] : result.issues });
  if (!result.ok && document.ok && text(invocation, "contract") === undefined)
    suggestContract(invocation, path, matchingContract(document.value, { toolbox, stepCount }));
  return result.ok ? exit.ok : exit.contract;
};

/** Whether it is what `planwright plan --json` prints: our own plan, which no contract has. */
function isOwnPlan(document: Json): boolean {
  const plan = planIn(document);
  return guessForm(document) === "plan" && isJsonObject(plan) && ["spelling", "steps"].every((field) => field in plan);
}

type ValidationOptions = Parameters<typeof validateDocument>[2];

/** Finds a contract that the document satisfies. */
function matchingContract(document: Json, how: ValidationOptions): ContractName | undefined {
  return contractNames.find((name) => validateDocument(name, document, how).ok);
}

function suggestContract({ io }: Invocation, path: string, contract: ContractName | undefined): void {
  if (contract !== undefined)
    io.err(`It is valid for the ${contract} contract: planwright validate ${path} --contract ${contract}\n`);
}

export function contractOf(invocation: Invocation): ContractName {
  return choiceOf(invocation, "contract", contractNames) ?? "structured";
}

async function toolboxOf({ io }: Invocation, path: string | undefined): Promise<Toolbox | undefined> {
  if (path === undefined) return undefined;
  const document = await readDocument(io, path);
  const { tools, issues } = document.ok ? readManifest(document.value) : { tools: [], issues: document.issues };
  const [first] = issues;
  if (first === undefined) return createToolbox(tools);
  throw new UsageError(`${path} is not a tool manifest: ${first.pointer || "/"} ${first.code}: ${first.message}`);
}

type ValidationReport = { path: string; contract: ContractName | "plan"; issues: readonly Issue[] };

export function reportText({ path, contract, issues }: ValidationReport): string {
  if (issues.length === 0) return `${path}: valid, ${nameOf(contract)}\n`;
  return issues.map((issue) => issueLine(path, issue)).join("");
}

function report(invocation: Invocation, result: ValidationReport): void {
  const { io } = invocation;
  const { contract, issues } = result;
  const valid = issues.length === 0;
  if (flag(invocation, "json")) return io.out(`${JSON.stringify({ valid, contract, issues })}\n`);
  io.out(reportText(result));
  if (!valid) io.err(`${countOf(issues.length, "violation")} of the ${nameOf(contract)}\n`);
}

function nameOf(contract: ValidationReport["contract"]): string {
  return contract === "plan" ? "plan model" : `${contract} contract`;
}
