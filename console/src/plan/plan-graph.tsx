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
import { memo, useMemo } from "react";
import "@xyflow/react/dist/base.css";
import { stepStyles, type StepState } from "../design/badge.tsx";
import { Icon, type IconName } from "../design/icon.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { layoutSteps, nodeSize } from "./layout.ts";
import "./plan-graph.css";
import type { ShownStep } from "./shown-step.ts";

export type PlanGraphProps = {
  steps: readonly ShownStep[];
  /** The state of each step; absent for a plan that does not run yet. */
  states?: ReadonlyMap<string, StepState>;
  /** Steps with violations. */
  faulty?: ReadonlySet<string>;
  chosen?: string | undefined;
  onChoose?: (id: string) => void;
};

type StepNode = Node<{ step: ShownStep; state: StepState | undefined; faulty: boolean; downwards: boolean }, "step">;

const nodeTypes = { step: memo(StepCard) };

/** A plan as a graph, in its own chunk because the library is large. */
export default function PlanGraph({ steps, states, faulty, chosen, onChoose }: PlanGraphProps) {
  const { t } = useI18n();
  const isLarge = steps.length > largeFrom;
  const downwards = useMemo(() => matchMedia("(max-width: 820px)").matches, []);
  const layout = useMemo(() => layoutSteps(steps, downwards), [steps, downwards]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  const nodes = useMemo(
    () =>
      layout.positions.flatMap(({ id, x, y }): StepNode[] => {
        const step = byId.get(id);
        if (step === undefined) return [];
        const data = { step, state: states?.get(id), faulty: faulty?.has(id) ?? false, downwards };
        return [{ id, type: "step", position: { x, y }, data, selected: id === chosen, ...fixed }];
      }),
    [layout, byId, states, faulty, chosen, downwards],
  );
  const edges = useMemo(
    () =>
      layout.connections.map(({ from, to }): Edge => {
        const moving = states?.get(to) === "running";
        return { id: `${from}→${to}`, source: from, target: to, type: "smoothstep", className: moving ? "moving" : "" };
      }),
    [layout, states],
  );
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
        nodesFocusable={steps.length <= 200}
        zoomOnScroll={false}
        preventScrolling={false}
        panOnScroll={false}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_, { id }) => onChoose?.(id)}
        ariaLabelConfig={{ "node.a11yDescription.default": t("ask.graph.hint") }}
      >
        <Background variant={BackgroundVariant.Dots} gap={18} size={1} />
        {isLarge && <MiniMap pannable position="bottom-left" ariaLabel={t("ask.graph.map")} nodeColor={colorOf} />}
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </div>
  );
}

/** Beyond this many steps only visible ones are rendered, and a minimap shows the whole. */
const largeFrom = 100;

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
} as const satisfies Record<ShownStep["kind"], IconName>;

function StepCard({ data: { step, state, faulty, downwards }, selected }: NodeProps<StepNode>) {
  const { t } = useI18n();
  const look = state === undefined ? undefined : stepStyles[state];
  const classes = ["node", look?.tone, selected && "chosen", faulty && "faulty", state === "skipped" && "dim"];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      <Handle type="target" position={downwards ? Position.Top : Position.Left} isConnectable={false} />
      <span className="node-icon">
        <Icon name={look?.icon ?? kindIcons[step.kind]} size={16} className={state === "running" ? "spin" : ""} />
      </span>
      <span className="node-words">
        <b className="clip">{step.name}</b>
        <small className="clip">
          {step.id}
          {look !== undefined && ` · ${t(look.word)}`}
          {look === undefined && step.text !== "" && ` · ${step.text}`}
        </small>
      </span>
      {faulty && <Icon name="warning" size={16} className="node-fault" />}
      <Handle type="source" position={downwards ? Position.Bottom : Position.Right} isConnectable={false} />
    </div>
  );
}
