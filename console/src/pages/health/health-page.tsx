import { useEffect, useState } from "react";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { parseExposition, type Sample } from "../../live/exposition.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Budgets } from "./budgets.tsx";
import "./health.css";
import { DeadJobs } from "./dead-jobs.tsx";
import { Latencies } from "./latencies.tsx";
import { Readiness } from "./readiness.tsx";
import { Tiles } from "./tiles.tsx";

const everyMs = 3000;
/** Five minutes of samples. */
const maxSnapshots = 100;

export type MetricsSnapshot = { at: number; samples: readonly Sample[] };

export default function HealthPage() {
  const { t } = useI18n();
  const metrics = useQuery(
    ["metrics"],
    async (signal): Promise<MetricsSnapshot> => ({
      at: Date.now(),
      samples: parseExposition(await api.metrics({ signal })),
    }),
    { everyMs },
  );
  const snapshots = useHistory(metrics.value);
  return (
    <PageFrame title={t("nav.health")} text={t("health.text")}>
      <Readiness />
      <DeadJobs />
      <Budgets />
      <LoadState query={metrics} skeleton={<SkeletonLines count={8} height={48} />}>
        {({ samples }) => (
          <>
            <Tiles snapshots={snapshots} />
            <Latencies samples={samples} />
          </>
        )}
      </LoadState>
    </PageFrame>
  );
}

function useHistory(snapshot: MetricsSnapshot | undefined): readonly MetricsSnapshot[] {
  const [snapshots, setSnapshots] = useState<readonly MetricsSnapshot[]>([]);
  useEffect(() => {
    if (snapshot !== undefined) setSnapshots((before) => [...before, snapshot].slice(-maxSnapshots));
  }, [snapshot]);
  return snapshots;
}
