import {
  Background,
  BackgroundVariant,
  Controls,
  type Edge,
  Handle,
  MiniMap,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from "@xyflow/react";
import { memo, useMemo, useState } from "react";
import "@xyflow/react/dist/base.css";
import { effectStyles, stepStyles, type StepState } from "../design/badge.tsx";
import { Icon, type IconName } from "../design/icon.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { groupState, groupSteps, type StepGroup } from "./group-steps.ts";
import { layoutSteps, nodeSize } from "./layout.ts";
import "./plan-graph.css";
import type { ShownStep } from "./shown-step.ts";
import { stepTitle, toolTitle } from "./step-title.ts";
import type { StepEffect } from "./use-tools.ts";

export type PlanGraphProps = {
  steps: readonly ShownStep[];
  /** The state of each step; absent for a plan that does not run yet. */
  states?: ReadonlyMap<string, StepState>;
  /** What each step does to outside systems. */
  effects?: ReadonlyMap<string, StepEffect | undefined>;
  /** Steps with violations. */
  faulty?: ReadonlySet<string>;
  chosen?: string | undefined;
  onChoose?: (id: string) => void;
};

type NodeData = {
  group: StepGroup;
  state: StepState | undefined;
  effect: StepEffect | undefined;
  faulty: boolean;
  downwards: boolean;
};
type StepNode = Node<NodeData, "step">;

const nodeTypes = { step: memo(StepCard) };

/** A plan as a graph, in its own chunk because the library is large. */
export default function PlanGraph(props: PlanGraphProps) {
  const { t } = useI18n();
  const { nodes, edges, choose } = useNodes(props);
  const isLarge = nodes.length > largeFrom;
  return (
    <div className="graph" role="group" aria-label={t("ask.graph")}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ padding: 0.07, maxZoom: 1, minZoom: isLarge ? 0.5 : 0.2 }}
        minZoom={isLarge ? 0.4 : 0.1}
        maxZoom={1.6}
        onlyRenderVisibleElements={isLarge}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        nodesFocusable={nodes.length <= 200}
        zoomOnScroll={false}
        preventScrolling={false}
        panOnScroll={false}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_, { id }) => choose(id)}
        ariaLabelConfig={{ "node.a11yDescription.default": t("ask.graph.hint") }}
      >
        <Background variant={BackgroundVariant.Dots} gap={18} size={1} />
        {nodes.length > mapFrom && (
          <MiniMap pannable position="bottom-left" ariaLabel={t("ask.graph.map")} nodeColor={colorOf} />
        )}
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </div>
  );
}

/** The nodes and edges; choosing a group shows its steps, choosing a step selects it. */
function useNodes({ steps, states, effects, faulty, chosen, onChoose }: PlanGraphProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const groups = useMemo(() => groupSteps(steps, ({ id }) => id === chosen || opened.has(id)), [steps, chosen, opened]);
  const downwards = useMemo(() => matchMedia("(max-width: 820px)").matches, []);
  const layout = useMemo(() => layoutSteps(groups, downwards), [groups, downwards]);
  const byId = useMemo(() => new Map(groups.map((group) => [group.id, group])), [groups]);
  const nodes = useMemo(
    () =>
      layout.positions.flatMap(({ id, x, y }): StepNode[] => {
        const group = byId.get(id);
        if (group === undefined) return [];
        const state = states === undefined ? undefined : groupState(group, states);
        const isFaulty = group.steps.some((step) => faulty?.has(step.id) === true);
        const data = { group, state, effect: effects?.get(id), faulty: isFaulty, downwards };
        return [{ id, type: "step", position: { x, y }, data, selected: id === chosen, ...fixed }];
      }),
    [layout, byId, states, effects, faulty, chosen, downwards],
  );
  const edges = useMemo(
    () =>
      layout.connections.map(({ from, to }): Edge => {
        const moving = states?.get(to) === "running";
        return { id: `${from}→${to}`, source: from, target: to, type: "smoothstep", className: moving ? "moving" : "" };
      }),
    [layout, states],
  );
  const choose = (id: string): void => {
    const group = byId.get(id);
    if (group !== undefined && group.steps.length > 1) setOpened(new Set([...opened, id]));
    else onChoose?.(id);
  };
  return { nodes, edges, choose };
}

/** Beyond this many nodes only visible ones are rendered. */
const largeFrom = 100;
const mapFrom = 16;

const colors = {
  ok: "var(--ok)",
  warn: "var(--warn)",
  bad: "var(--bad)",
  run: "var(--accent)",
  idle: "var(--line-strong)",
} as const;

function colorOf({ data: { state } }: StepNode): string {
  return colors[stepStyles[state ?? "todo"].tone];
}

/** Measured in advance, so that nothing moves after the first frame. */
const fixed = { ...nodeSize, measured: nodeSize, draggable: false, connectable: false };

const kindIcons = {
  tool: "tools",
  message: "ask",
  lookup: "lookup",
  action: "hand",
  safety: "shield",
  wait: "clock",
  plan: "runs",
} as const satisfies Record<ShownStep["kind"], IconName>;

function StepCard({ data: { group, state, effect, faulty, downwards }, selected }: NodeProps<StepNode>) {
  const { t, language } = useI18n();
  const [step] = group.steps;
  if (step === undefined) return null;
  const style = state === undefined ? undefined : stepStyles[state];
  const mark = effect === undefined ? undefined : effectStyles[effect];
  const classes = ["node", style?.tone, selected && "chosen", faulty && "faulty", state === "skipped" && "dim"];
  const count = group.steps.length;
  const title = count > 1 ? `${toolTitle(step.name)} ×${count}` : stepTitle(step, { t, language });
  return (
    <div className={classes.filter(Boolean).join(" ")} title={title}>
      <Handle type="target" position={downwards ? Position.Top : Position.Left} isConnectable={false} />
      <span className="node-icon">
        <Icon name={style?.icon ?? kindIcons[step.kind]} size={16} className={state === "running" ? "spin" : ""} />
      </span>
      <span className="node-words">
        <b>{title}</b>
        <small className="row">
          {mark !== undefined && (
            <span className={`node-mark tone-${mark.tone}`}>
              <Icon name={mark.icon} size={12} />
              {t(mark.word)}
            </span>
          )}
          {style !== undefined && <span>{t(style.word)}</span>}
        </small>
      </span>
      {faulty && <Icon name="warning" size={16} className="node-fault" />}
      <Handle type="source" position={downwards ? Position.Bottom : Position.Right} isConnectable={false} />
    </div>
  );
}
