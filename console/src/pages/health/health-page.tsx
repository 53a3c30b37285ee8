import { useEffect, useState } from "react";
import { LoadState, SkeletonLines } from "../../design/load-state.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { parseExposition, type Sample } from "../../live/exposition.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Budgets } from "./budgets.tsx";
import "./health.css";
import { Latencies } from "./latencies.tsx";
import { Readiness } from "./readiness.tsx";
import { Tiles } from "./tiles.tsx";

const everyMs = 3000;
/** Five minutes of styles. */
const kept = 100;

export type Look = { at: number; samples: readonly Sample[] };

export default function HealthPage() {
  const { t } = useI18n();
  const metrics = useQuery(
    async (signal): Promise<Look> => ({ at: Date.now(), samples: parseExposition(await api.metrics({ signal })) }),
    [],
    { everyMs },
  );
  const styles = useHistory(metrics.value);
  return (
    <PageFrame title={t("nav.health")} text={t("health.text")}>
      <Readiness />
      <Budgets />
      <LoadState query={metrics} skeleton={<SkeletonLines count={8} height={48} />}>
        {({ samples }) => (
          <>
            <Tiles styles={styles} />
            <Latencies samples={samples} />
          </>
        )}
      </LoadState>
    </PageFrame>
  );
}

function useHistory(look: Look | undefined): readonly Look[] {
  const [styles, setLooks] = useState<readonly Look[]>([]);
  useEffect(() => {
    if (look !== undefined) setLooks((before) => [...before, look].slice(-kept));
  }, [look]);
  return styles;
}
