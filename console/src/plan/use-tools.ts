import { useMemo } from "react";
import type { ToolView } from "../../../src/contracts/api/tool.ts";
import { api } from "../live/api.ts";
import { useQuery } from "../live/use-query.ts";
import type { ShownStep } from "./shown-step.ts";

/** The workspace's tools by name. */
export function useTools(): ReadonlyMap<string, ToolView> {
  const tools = useQuery(["listTools"], (signal) => api.listTools({ signal })).value?.tools;
  return useMemo(() => new Map(tools?.map((tool) => [tool.name, tool])), [tools]);
}

export type StepEffect = ToolView["effect"];

/** What a step does to outside systems. The registry decides; a tool it does not know may write. */
export function effectOf({ kind, name }: ShownStep, tools: ReadonlyMap<string, ToolView>): StepEffect | undefined {
  if (kind === "message" || kind === "safety" || kind === "wait") return undefined;
  if (kind === "lookup") return "read";
  return tools.get(name)?.effect ?? "unknown";
}
