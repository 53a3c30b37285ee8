import type { Card } from "../../../../src/contracts/api/chat.ts";
import { Button } from "../../design/button.tsx";

type Props = { card: Card; busy: boolean; onTap: (data: string, label: string) => void };

/** One message with its fields and buttons, rendered as plain text. */
export function ChatCard({ card: { text, buttons }, busy, onTap }: Props) {
  const [title = "", ...lines] = text.split("\n");
  return (
    <div className="bubble">
      <p className="bubble-text">{lines.length > 0 ? <b>{title}</b> : title}</p>
      {lines.length > 0 && <Lines lines={lines} />}
      {buttons.map((row, at) => (
        <div key={at} className="row">
          {row.map((button) =>
            "data" in button ? (
              <Button
                key={button.label}
                {...(button.primary === true && { kind: "primary" as const })}
                disabled={busy}
                onClick={() => onTap(button.data, button.label)}
              >
                {button.label}
              </Button>
            ) : (
              <PageLink key={button.label} label={button.label} url={button.url} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** An indented `Label: value` is a field; every other line is text. */
function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div className="card-lines">
      {lines.map((line, at) => {
        const [, name, value] = /^ {3}([^:：]{1,40}): (.+)$/.exec(line) ?? [];
        if (name === undefined || value === undefined)
          return line.trim() === "" ? null : (
            <p key={at} className="bubble-text">
              {line}
            </p>
          );
        return (
          <p key={at} className="card-field">
            <span className="faint">{name}</span> <span>{value}</span>
          </p>
        );
      })}
    </div>
  );
}

/** Renders a link only for http and https addresses. */
function PageLink({ label, url }: { label: string; url: string }) {
  if (!/^https?:\/\//.test(url)) return <span className="small">{label}</span>;
  return (
    <a className="button small" href={url} target="_blank" rel="noreferrer noopener">
      {label}
    </a>
  );
}
