import { useEffect, useState } from "react";
import { Async, BoneLines } from "../../design/async.tsx";
import { PageFrame } from "../../design/page.tsx";
import { api } from "../../live/api.ts";
import { parseExposition, type Sample } from "../../live/exposition.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";
import { Budgets } from "./budgets.tsx";
import "./health.css";
import { Latencies } from "./latencies.tsx";
import { Readiness } from "./readiness.tsx";
import { Tiles } from "./tiles.tsx";

const everyMs = 3000;
/** Five minutes of looks. */
const kept = 100;

export type Look = { at: number; samples: readonly Sample[] };

export default function HealthPage() {
  const { say } = useWords();
  const metrics = useLoad(
    async (signal): Promise<Look> => ({ at: Date.now(), samples: parseExposition(await api.metrics({ signal })) }),
    [],
    { everyMs },
  );
  const looks = useHistory(metrics.value);
  return (
    <PageFrame title={say("nav.health")} text={say("health.text")}>
      <Readiness />
      <Budgets />
      <Async of={metrics} bones={<BoneLines count={8} height={48} />}>
        {({ samples }) => (
          <>
            <Tiles looks={looks} />
            <Latencies samples={samples} />
          </>
        )}
      </Async>
    </PageFrame>
  );
}

function useHistory(look: Look | undefined): readonly Look[] {
  const [looks, setLooks] = useState<readonly Look[]>([]);
  useEffect(() => {
    if (look !== undefined) setLooks((before) => [...before, look].slice(-kept));
  }, [look]);
  return looks;
}
