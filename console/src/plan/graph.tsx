import { lazy, Suspense } from "react";
import { SkeletonLines } from "../design/load-state.tsx";
import type { PlanGraphProps } from "./plan-graph.tsx";

const PlanGraph = lazy(() => import("./plan-graph.tsx"));

/** The graph, with its space reserved while it loads. */
export function Graph({ height, ...props }: PlanGraphProps & { height: string }) {
  return (
    <div style={{ height }} className="graph-place">
      <Suspense fallback={<SkeletonLines count={4} height={48} />}>
        <PlanGraph {...props} />
      </Suspense>
    </div>
  );
}
