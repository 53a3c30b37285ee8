import { navigate } from "../../app/router.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { YamlForm } from "./profile-form.tsx";

const first = `id: morning-review
description: Looks at the open quotes every morning
goal_template:
  type: agent_task
  description: List the quotes that were sent and not yet accepted
toolset:
  - list_quotes
triggers:
  time:
    - cron: "0 8 * * 1-5"
limits:
  max_runs_per_day: 3
autonomy_level: 0
outputs: {}
`;

export function NewAgent({ onMade }: { onMade: () => void }) {
  const { t } = useI18n();
  const made = (id: string): void => {
    onMade();
    navigate(["agents", "of", id]);
  };
  return (
    <article className="card" aria-labelledby="new-title">
      <header>
        <h2 id="new-title">{t("agents.new")}</h2>
      </header>
      <div className="body">
        <YamlForm text="" start={first} isLocked={false} onSaved={made} />
      </div>
    </article>
  );
}
