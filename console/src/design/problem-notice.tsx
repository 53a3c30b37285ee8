import type { ReactNode } from "react";
import { ProblemError } from "../../../src/client/index.ts";
import { useI18n } from "../i18n/i18n.ts";
import { Details } from "./details.tsx";
import { errorText } from "./error-text.ts";
import { Icon } from "./icon.tsx";

/** Shows an error in words, with a way out in `children`; nothing without an error. */
export function ProblemNotice({ error, children }: { error: unknown; children?: ReactNode }) {
  const { t, language } = useI18n();
  if (error === undefined) return null;
  const { text, fields, code, detail } = errorText(error, t, language);
  const isSafe = error instanceof ProblemError && error.problem.retryable;
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning" />
      <div className="stack tight grow">
        <p>
          <b>{text}</b> {isSafe && t("common.retry.safe")}
        </p>
        {fields.length > 0 && (
          <ul className="stack tight small">
            {fields.map((field) => (
              <li key={field}>{field}</li>
            ))}
          </ul>
        )}
        {children}
        {(code !== undefined || detail !== undefined) && (
          <Details
            rows={[
              ["code", code],
              ["detail", detail],
              ["request", error instanceof ProblemError ? error.problem.instance : undefined],
            ]}
          />
        )}
      </div>
    </div>
  );
}
