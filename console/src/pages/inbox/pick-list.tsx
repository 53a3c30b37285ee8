import type { DraftNext } from "../../../../src/contracts/api/drafts.ts";
import { Button } from "../../design/button.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { DraftAct } from "./use-draft.ts";

type Props = {
  next: Extract<DraftNext, { do: "pick" }>;
  disabled: boolean;
  onAct: (act: DraftAct) => void;
  onPage: (page: number) => void;
};

/** The candidates for a name, page by page. */
export function PickList({ next, disabled, onAct, onPage }: Props) {
  const { t } = useI18n();
  const { entity, query, candidates, page, pages } = next;
  return (
    <fieldset className="pick" disabled={disabled}>
      <legend>
        <b>{t("draft.pick", { query })}</b>
      </legend>
      <ul>
        {candidates.map(({ id, name, subtitle, url }) => (
          <li key={id}>
            <button type="button" onClick={() => onAct({ do: "pick", entity, candidate: id })}>
              <b>{name}</b>
              <span className="small quiet">{subtitle}</span>
            </button>
            {/^https?:\/\//.test(url) && (
              <a className="small" href={url} target="_blank" rel="noreferrer noopener">
                {hostOf(url)}
              </a>
            )}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className="row">
          <Button small icon="back" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t("draft.pick.back")}
          </Button>
          <span className="small tabular">{t("draft.pick.page", { page: page + 1, pages })}</span>
          <Button small disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
            {t("draft.pick.next")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url;
}
