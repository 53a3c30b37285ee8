import type { ReactNode } from "react";
import type { RunView } from "../../../src/contracts/api/run.ts";
import { useI18n, type TextKey } from "../i18n/i18n.ts";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "ok" | "warn" | "bad" | "run" | "idle";

export function Badge({ tone = "idle", icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      {icon !== undefined && <Icon name={icon} size={12} className={icon === "ring" ? "spin" : ""} />}
      {children}
    </span>
  );
}

type StatusStyle = { tone: Tone; icon: IconName; word: TextKey };

const runStyles = {
  queued: { tone: "idle", icon: "clock", word: "status.queued" },
  running: { tone: "run", icon: "ring", word: "status.running" },
  waiting: { tone: "warn", icon: "pause", word: "status.waiting" },
  completed: { tone: "ok", icon: "check", word: "status.completed" },
  failed: { tone: "bad", icon: "cross", word: "status.failed" },
  cancelled: { tone: "idle", icon: "stop", word: "status.cancelled" },
} as const satisfies Record<RunView["status"], StatusStyle>;

/** A run's status as a colour, an icon and a word. */
export function RunBadge({ run }: { run: Pick<RunView, "status" | "task_status"> }) {
  const { t } = useI18n();
  const { tone, icon, word }: StatusStyle = styleOf(run);
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}

function styleOf({ status, task_status: task }: Pick<RunView, "status" | "task_status">): StatusStyle {
  if (task === "PARTIAL") return { tone: "warn", icon: "check", word: "status.partial" };
  if (task === "BLOCKED") return { tone: "bad", icon: "shield", word: "status.blocked" };
  return runStyles[status];
}

export const effectStyles = {
  read: { tone: "idle", icon: "read", word: "effect.read" },
  additive: { tone: "run", icon: "write", word: "effect.additive" },
  destructive: { tone: "bad", icon: "warning", word: "effect.destructive" },
  unknown: { tone: "warn", icon: "warning", word: "effect.unknown" },
} as const satisfies Record<string, StatusStyle>;

export function EffectBadge({ effect }: { effect: keyof typeof effectStyles }) {
  const { t } = useI18n();
  const { tone, icon, word } = effectStyles[effect];
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}

export const stepStyles = {
  todo: { tone: "idle", icon: "dot", word: "step.todo" },
  running: { tone: "run", icon: "ring", word: "step.running" },
  waiting: { tone: "warn", icon: "hand", word: "step.waiting" },
  done: { tone: "ok", icon: "check", word: "step.done" },
  failed: { tone: "bad", icon: "cross", word: "step.failed" },
  skipped: { tone: "idle", icon: "skip", word: "step.skipped" },
  cancelled: { tone: "idle", icon: "stop", word: "step.cancelled" },
  retrying: { tone: "warn", icon: "repeat", word: "step.retrying" },
} as const satisfies Record<string, StatusStyle>;

export type StepState = keyof typeof stepStyles;

export function StepBadge({ state }: { state: StepState }) {
  const { t } = useI18n();
  const { tone, icon, word } = stepStyles[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}
