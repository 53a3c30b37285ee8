import { Readiness as ReadinessAnswer } from "../../../../src/contracts/api/system.ts";
import { Badge } from "../../design/badge.tsx";
import { Icon } from "../../design/icon.tsx";
import { api, fetchAsUser } from "../../live/api.ts";
import { useQuery } from "../../live/use-query.ts";
import { isTextKey, useI18n } from "../../i18n/i18n.ts";

const styles = { ready: "ok", draining: "warn", not_ready: "bad" } as const;

/** The readiness of the server and of each dependency. */
export function Readiness() {
  const { t } = useI18n();
  const ready = useQuery(["readiness"], readReadiness, { everyMs: 5000 }).value;
  const version = useQuery(["version"], (signal) => api.version({ signal })).value;
  const titleOf = (name: string): string => {
    const key = `health.part.${name}`;
    return isTextKey(key) ? t(key) : name;
  };
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
            {titleOf(name)} {t(`health.check.${state}`)}
          </Badge>
        ))}
      </div>
      {Object.entries(ready?.reasons ?? {}).map(([name, reason]) => (
        <p key={name} className="notice bad">
          <Icon name="warning" />
          <span>
            {titleOf(name)}: {reason}
          </span>
        </p>
      ))}
      <span className="small faint tabular">
        {t("health.version")} {version?.version ?? "…"}
      </span>
    </section>
  );
}

/** The body of a server that is not ready (status 503) says why. */
async function readReadiness(signal: AbortSignal): Promise<ReadinessAnswer> {
  const response = await fetchAsUser("/readyz", { signal });
  return ReadinessAnswer.parse(await response.json());
}
