import { lazy } from "react";
import type { PageProps } from "../../app/page-props.ts";
import { RunsList } from "./runs-list.tsx";

const RunPage = lazy(() => import("./run-page.tsx"));
const ReactPage = lazy(() => import("./react-page.tsx"));
const DiffPage = lazy(() => import("./diff-page.tsx"));

/** `#/runs`, `#/runs/<id>`, `#/runs/react/<id>` and `#/runs/<id>/diff/<other>`. */
export default function RunsPage({ path: [id, part, other] }: PageProps) {
  if (id === undefined) return <RunsList />;
  if (id === "react" && part !== undefined) return <ReactPage key={part} id={part} />;
  if (part === "diff" && other !== undefined) return <DiffPage key={`${id} ${other}`} id={id} other={other} />;
  return <RunPage key={id} id={id} />;
}
