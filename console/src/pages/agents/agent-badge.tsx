import type { AgentStatus } from "../../../../src/contracts/react/agent-run.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import type { IconName } from "../../design/icon.tsx";
import { useWords } from "../../words/words.ts";

const looks = {
  idle: { tone: "ok", icon: "check" },
  running: { tone: "run", icon: "ring" },
  error: { tone: "bad", icon: "cross" },
} as const satisfies Record<AgentStatus["status"], { tone: Tone; icon: IconName }>;

export function AgentBadge({ agent: { enabled, status } }: { agent: AgentStatus }) {
  const { say } = useWords();
  if (!enabled && status !== "running") return <Badge icon="pause">{say("agents.disabled")}</Badge>;
  return <Badge {...looks[status]}>{say(`agents.status.${status}`)}</Badge>;
}
