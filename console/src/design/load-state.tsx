import type { ReactNode } from "react";
import type { Query } from "../live/use-query.ts";
import { useI18n } from "../i18n/i18n.ts";
import { Button } from "./button.tsx";
import { errorText } from "./error-text.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Renders loaded data, its skeleton, or the error. */
export function LoadState<T>({
  query,
  skeleton,
  children,
}: {
  query: Query<T>;
  skeleton: ReactNode;
  children: (value: T) => ReactNode;
}) {
  const { value, error, reload } = query;
  if (value !== undefined) return children(value);
  if (error !== undefined) return <ErrorState error={error} onAgain={reload} />;
  return <Skeleton>{skeleton}</Skeleton>;
}

export function ErrorState({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t, language } = useI18n();
  return (
    <EmptyState icon="warning" title={t("load.failed")} text={errorText(error, t, language).text}>
      <Button onClick={onAgain} icon="repeat">
        {t("load.again")}
      </Button>
    </EmptyState>
  );
}

function Skeleton({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <div role="status">
      <span className="visually-hidden">{t("load.loading")}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Grey lines as a placeholder for text. */
export function SkeletonLines({ count, height = 20 }: { count: number; height?: number }) {
  return (
    <div className="stack tight">
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className="bone" style={{ height, width: `${92 - ((at * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

type EmptyStateProps = { icon: IconName; title: string; text?: string; children?: ReactNode };

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={40} className="big" />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
