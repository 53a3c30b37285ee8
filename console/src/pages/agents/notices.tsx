import { useCallback } from "react";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { When } from "../../design/when.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { useMutation } from "../../live/use-mutation.ts";
import { useQuery } from "../../live/use-query.ts";

/** What agents want a person to know, until it is marked as read. */
export function Notices() {
  const { t } = useI18n();
  const page = useQuery(["listNotices"], (signal) => api.listNotices({ query: { seen: "false", limit: 20 }, signal }), {
    on: ["agent"],
  });
  const { reload } = page;
  const see = useMutation(
    useCallback(
      async (id: string) => {
        await api.seeNotice({ params: { id }, body: {} });
        reload();
      },
      [reload],
    ),
  );
  const notices = page.value?.notices ?? [];
  if (notices.length === 0) return null;
  return (
    <section className="card" aria-labelledby="notices-title">
      <header>
        <h2 id="notices-title">{t("agents.notices")}</h2>
      </header>
      <ul className="body stack tight">
        {notices.map(({ notice_id: id, agent_id: agent, text, at }) => (
          <li key={id} className="row spread">
            <Icon name="agents" size={16} />
            <span className="grow">
              {text}{" "}
              <span className="small faint">
                {agent} · <When at={at} />
              </span>
            </span>
            <Button small icon="check" disabled={see.busy} onClick={() => see.start(id)}>
              {t("agents.notice.seen")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
