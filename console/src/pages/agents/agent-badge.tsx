import type { AgentStatus } from "../../../../src/contracts/react/agent-run.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";

const styles = {
  idle: { tone: "ok", icon: "check" },
  running: { tone: "run", icon: "ring" },
  error: { tone: "bad", icon: "cross" },
} as const satisfies Record<AgentStatus["status"], { tone: Tone; icon: IconName }>;

export function AgentBadge({ agent: { enabled, status } }: { agent: AgentStatus }) {
  const { t } = useI18n();
  if (!enabled && status !== "running") return <Badge icon="pause">{t("agents.disabled")}</Badge>;
  return <Badge {...styles[status]}>{t(`agents.status.${status}`)}</Badge>;
}
