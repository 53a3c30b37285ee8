import { Badge } from "../../design/badge.tsx";
import { api } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { useI18n } from "../../i18n/i18n.ts";

const styles = { ready: "ok", draining: "warn", not_ready: "bad" } as const;

/** The readiness of the server and of each dependency. */
export function Readiness() {
  const { t } = useI18n();
  const ready = useQuery(["readiness"], (signal) => api.readiness({ signal }), { everyMs: 5000 }).value;
  const version = useQuery(["version"], (signal) => api.version({ signal })).value;
  return (
    <section className="card readiness" aria-label={t("health.server")}>
      <div className="row">
        <h2>{t("health.server")}</h2>
        {ready !== undefined && (
          <Badge tone={styles[ready.status]} icon={ready.status === "ready" ? "check" : "warning"}>
            {t(`health.${ready.status}`)}
          </Badge>
        )}
        {Object.entries(ready?.checks ?? {}).map(([name, state]) => (
          <Badge key={name} tone={state === "ok" ? "idle" : "bad"} icon={state === "ok" ? "check" : "cross"}>
            {name} {t(`health.check.${state}`)}
          </Badge>
        ))}
      </div>
      <span className="small faint tabular">
        {t("health.version")} {version?.version ?? "…"}
      </span>
    </section>
  );
}
