import { Icon } from "../../design/icon.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { Verdict } from "./use-document.ts";

/** Every violation with its pointer; selecting one shows it in the text. */
export function IssueList({ verdict, onShow }: { verdict: Verdict; onShow: (pointer: string) => void }) {
  const { t } = useI18n();
  if (verdict.state === "not-json")
    return (
      <div className="issues" role="status">
        <p className="issue">
          <Icon name="warning" size={16} />
          <span>
            <b>{t("ask.notjson")}</b> <span className="quiet">{verdict.message}</span>
          </span>
        </p>
      </div>
    );
  const issues = verdict.state === "checked" ? verdict.issues : [];
  return (
    <div className="issues" role="status">
      {issues.map(({ code, pointer, message, hint }, at) => (
        <button key={at} type="button" className="issue" onClick={() => onShow(pointer)}>
          <Icon name="warning" size={16} />
          <span>
            <code>{pointer === "" ? "/" : pointer}</code> {message} <span className="quiet">{hint}</span>{" "}
            <small className="faint mono">{code}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
