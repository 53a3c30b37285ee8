import { useCallback, useState } from "react";
import type { AgentDetail } from "../../../../src/contracts/api/agents.ts";
import { Button } from "../../design/button.tsx";
import { ProblemNotice } from "../../design/problem-notice.tsx";
import { formatDateTime } from "../../design/time.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";

type Props = { id: string; isEnabled: boolean; pause: AgentDetail["pause"]; onChanged: () => void };

/** Disables an agent with a note why, and shows who did; or enables it again. */
export function PauseControl({ id, isEnabled, pause, onChanged }: Props) {
  const { t, language } = useI18n();
  const [typed, setTyped] = useState("");
  const act = useMutation(
    useCallback(async () => {
      const note = typed.trim();
      if (!isEnabled) await api.enableAgent({ params: { id }, body: {} });
      else await api.disableAgent({ params: { id }, body: note === "" ? {} : { note } });
      setTyped("");
      onChanged();
    }, [id, isEnabled, typed, onChanged]),
  );
  return (
    <div className="stack tight joined">
      {!isEnabled && pause !== null && (
        <p className="small quiet">
          {t("agents.pause.by", { by: pause.by, time: formatDateTime(pause.at, language) })}
          {pause.note !== null && `: ${pause.note}`}
        </p>
      )}
      <div className="row">
        {isEnabled && (
          <input
            className="input"
            aria-label={t("agents.pause.note")}
            placeholder={t("agents.pause.note")}
            maxLength={2000}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <Button icon="pause" disabled={act.busy} onClick={() => act.start()}>
          {t(isEnabled ? "agents.disable" : "agents.enable")}
        </Button>
      </div>
      <ProblemNotice error={act.error} />
    </div>
  );
}
