import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { pyStrip } from "../plan/normalise.ts";
import type { Plan } from "../plan/plan.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import type { PlannerAnswer, PlannerRequest } from "../ports/planner.ts";
import type { GrammarOutcome, PlannedCall } from "./grammar/goal.ts";
import { answerOn } from "./surfaces/answer.ts";

type Rule = { words: readonly string[]; skills: readonly string[] };

/** Contract 4's rules, first match wins. */
const rules: readonly Rule[] = [
  { words: ["echo", "say", "print", "output"], skills: ["echo"] },
  { words: ["fetch", "http", "api", "get", "request"], skills: ["http_call"] },
  { words: ["transform", "extract", "filter", "pick"], skills: ["json_transform"] },
  { words: ["llm", "chat", "generate", "write", "compose"], skills: ["llm_invoke"] },
  { words: ["analyze", "summarize", "explain"], skills: ["http_call", "json_transform", "llm_invoke"] },
];

const afterWord = /(?<![\p{L}\p{N}_])(?:echo|say|print|output)(?![\p{L}\p{N}_])[\s:,]*(\S.*)/isu;

/** The contract's rules: whole words of the lower-cased goal choose skills. */
export function planByWords(request: PlannerRequest, author: Plan["metadata"]): PlannerAnswer {
  return answerOn(request, understand, author);
}

function understand(goal: string, { toolbox }: PlannerRequest): GrammarOutcome {
  const text = pyStrip(goal);
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
  const rule = rules.find((candidate) => candidate.words.some((word) => words.has(word)));
  const skills = available(rule?.skills ?? [], toolbox);
  if (skills.length === 0) return { kind: "none", nearest: [], confidence: 1, reasons: [] };
  return { kind: "plan", calls: skills.map((skill, at) => toCall(skill, text, at)), confidence: 1, reasons: [] };
}

type Skill = { skill: string; tool: ToolSpec | undefined };

/** The manifest's own name of each skill (`skill.http_call` for `http_call`); an empty manifest filters nothing. */
function available(skills: readonly string[], toolbox: readonly ToolSpec[]): Skill[] {
  if (toolbox.length === 0) return skills.map((skill) => ({ skill, tool: undefined }));
  return skills.flatMap((skill) => {
    const tool = toolbox.find(({ name }) => name === skill || name === `skill.${skill}`);
    return tool === undefined ? [] : [{ skill, tool }];
  });
}

function toCall({ skill, tool }: Skill, goal: string, at: number): PlannedCall {
  return {
    id: `s${at + 1}`,
    tool: tool?.name ?? skill,
    args: declared(argsOf(skill, goal, at), tool),
    dependsOn: at === 0 ? [] : [`s${at}`],
  };
}

function argsOf(skill: string, goal: string, at: number): JsonObject {
  const earlier: JsonObject = at === 0 ? {} : { input: `{{s${at}}}` };
  switch (skill) {
    case "echo":
      return { message: afterWord.exec(goal)?.[1] ?? goal };
    case "http_call":
      return { method: "GET", ...urlOf(goal) };
    case "json_transform":
      return { instruction: goal, ...earlier };
    default:
      return { prompt: goal, ...earlier };
  }
}

function urlOf(goal: string): JsonObject {
  const url = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/iu.exec(goal)?.[0];
  return url === undefined ? {} : { url };
}

/** Sends only arguments the manifest declares, if it declares any. */
function declared(args: JsonObject, tool: ToolSpec | undefined): JsonObject {
  const schema = tool?.inputSchema;
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  if (!isJsonObject(properties)) return args;
  return Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(properties, name)));
}
