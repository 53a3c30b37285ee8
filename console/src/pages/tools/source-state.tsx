import type { ToolSource } from "../../../../src/contracts/api/tool.ts";
import { Badge } from "../../design/badge.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** The number of tools of a source and, for an MCP server, its health and pin. */
export function SourceState({ source, count }: { source: ToolSource | undefined; count: number }) {
  const { t } = useI18n();
  const mcp = source?.mcp ?? null;
  return (
    <div className="row">
      {mcp !== null && (
        <>
          <Badge tone={mcp.health === "up" ? "ok" : "bad"} icon={mcp.health === "up" ? "check" : "cross"}>
            {t(`tools.${mcp.health}`)}
          </Badge>
          <Pin mcp={mcp} />
        </>
      )}
      <span className="small faint">{t("tools.count", { n: count })}</span>
      {mcp?.error !== null && mcp?.error !== undefined && <p className="small quiet">{mcp.error}</p>}
      {mcp !== null && mcp.drift.length > 0 && (
        <ul className="drift small">
          {mcp.drift.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Pin({ mcp }: { mcp: NonNullable<ToolSource["mcp"]> }) {
  const { t } = useI18n();
  if (mcp.drift.length > 0)
    return (
      <Badge tone="bad" icon="warning">
        {t("tools.drift", { n: mcp.drift.length })}
      </Badge>
    );
  return (
    <Badge tone={mcp.pinned ? "idle" : "warn"} icon={mcp.pinned ? "shield" : "warning"}>
      {t(mcp.pinned ? "tools.pinned" : "tools.unpinned")}
    </Badge>
  );
}
