import { Badge } from "../../design/badge.tsx";
import { api } from "../../live/api.ts";
import { useLoad } from "../../live/use-load.ts";
import { useWords } from "../../words/words.ts";

const looks = { ready: "ok", draining: "warn", not_ready: "bad" } as const;

/** Whether the server takes work, part by part. */
export function Readiness() {
  const { say } = useWords();
  const ready = useLoad((signal) => api.readiness({ signal }), [], { everyMs: 5000 }).value;
  const version = useLoad((signal) => api.version({ signal }), []).value;
  return (
    <section className="card readiness" aria-label={say("health.server")}>
      <div className="row">
        <h2>{say("health.server")}</h2>
        {ready !== undefined && (
          <Badge tone={looks[ready.status]} icon={ready.status === "ready" ? "check" : "warning"}>
            {say(`health.${ready.status}`)}
          </Badge>
        )}
        {Object.entries(ready?.checks ?? {}).map(([name, state]) => (
          <Badge key={name} tone={state === "ok" ? "idle" : "bad"} icon={state === "ok" ? "check" : "cross"}>
            {name} {say(`health.check.${state}`)}
          </Badge>
        ))}
      </div>
      <span className="small faint tabular">
        {say("health.version")} {version?.version ?? "…"}
      </span>
    </section>
  );
}
