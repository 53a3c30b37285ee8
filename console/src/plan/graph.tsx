import { lazy, Suspense } from "react";
import { BoneLines } from "../design/async.tsx";
import type { PlanGraphProps } from "./plan-graph.tsx";

const PlanGraph = lazy(() => import("./plan-graph.tsx"));

/** The graph, with its place kept while it is loaded. */
export function Graph({ height, ...props }: PlanGraphProps & { height: string }) {
  return (
    <div style={{ height }} className="graph-place">
      <Suspense fallback={<BoneLines count={4} height={48} />}>
        <PlanGraph {...props} />
      </Suspense>
    </div>
  );
}
