import { languages } from "../../language/languages.ts";
import type { Operation } from "../../language/words/operation.ts";
import type { Token } from "../../language/words/token.ts";
import type { AccountCall, AccountPlan, AccountReading, Provenance, Role } from "./account.ts";
import { type PlanValues, planValues } from "./plan-values.ts";
import { type ToolWords, toolWords } from "./tool-words.ts";

/** A reading and a plan side by side, with what is asked of both again and again. */
export type AccountContext = {
  reading: AccountReading;
  plan: AccountPlan;
  values: PlanValues;
  /** Of each tool that is called. */
  tools: readonly ToolWords[];
  /** Whether no call changes anything. */
  reads: boolean;
};

export function createContext(reading: AccountReading, plan: AccountPlan): AccountContext {
  return {
    reading,
    plan,
    values: planValues(plan.calls, plan),
    tools: plan.calls.flatMap(({ tool }) => (tool === undefined ? [] : [toolWords(tool)])),
    reads: plan.calls.every((call) => isRead(call)),
  };
}

export function isRead({ tool }: AccountCall): boolean {
  return tool !== undefined && toolWords(tool).reads;
}

type Range = { from: number; to: number };

/** What the planner says it used the words for. */
export function usedAs({ plan: { provenance = [] } }: AccountContext, { from, to }: Range): Role | undefined {
  return provenance.find((one) => one.from < to && from < one.to)?.as;
}

/** Whether the words are in a value of the plan, in any form of theirs. */
export function inValues({ values }: Pick<AccountContext, "values">, tokens: readonly Token[], text: string): boolean {
  const lower = text.toLowerCase();
  if (lower.length > 2 && values.texts.some((one) => one.includes(lower))) return true;
  const words = tokens.filter(({ kind }) => kind !== "punctuation" && kind !== "symbol");
  return words.length > 0 && words.every(({ stem, lower: word }) => values.stems.has(stem) || values.stems.has(word));
}

/** Whether the tools speak of each word, or of one it may stand for. */
export function inTools(
  { tools }: Pick<AccountContext, "tools">,
  tokens: readonly Token[],
  of: "stems" | "deeds" = "stems",
): boolean {
  const words = tokens.filter(({ kind }) => kind !== "punctuation" && kind !== "symbol");
  const has = (stem: string): boolean => tools.some((tool) => tool[of].has(stem));
  return words.length > 0 && words.every(({ stem, lang }) => has(stem) || languages[lang].meanings(stem).some(has));
}

/** Whether a tool is there for an operation. */
export function isOperation({ tools }: AccountContext, op: Operation): boolean {
  return tools.some(({ operations }) => operations.has(op));
}

/** Whether a call stems from this part of the text. */
export function serves(
  context: AccountContext,
  call: AccountCall,
  range: Range & { start: number; end: number },
): boolean {
  const own = (context.plan.provenance ?? []).filter((one: Provenance) => one.call === call.id);
  if (own.length > 0) return own.some((one) => one.from < range.to && range.from < one.to);
  const values = planValues([call], {});
  return context.reading.spans
    .filter(({ from, to }) => from >= range.from && to <= range.to)
    .some((span) => {
      const tokens = context.reading.tokens.slice(span.start, span.end);
      if (span.kind === "verb") return call.tool !== undefined && toolWords(call.tool).operations.has(span.op);
      return isValue(span.kind) && inValues({ values }, tokens, span.text);
    });
}

function isValue(kind: string): boolean {
  return /^(?:number|date|interval|time|duration|quoted|identifier|email|url|name|word|unknown)$/.test(kind);
}
