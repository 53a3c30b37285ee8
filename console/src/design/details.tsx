import type { ReactNode } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { CopyText } from "./copy-text.tsx";

type Props = {
  /** Ids, hashes and slugs by what they are; absent ones are left out. */
  rows: readonly (readonly [name: string, value: string | null | undefined])[];
  children?: ReactNode;
};

/** The drawer for what only a machine, or support, needs. */
export function Details({ rows, children }: Props) {
  const { t } = useI18n();
  return (
    <details className="details">
      <summary>{t("common.details")}</summary>
      <dl className="pairs">
        {rows.map(([name, value]) =>
          value === null || value === undefined || value === "" ? null : (
            <div key={name} className="pair">
              <dt>{name}</dt>
              <dd>
                <CopyText text={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {children}
    </details>
  );
}
