import type { Card } from "../../../../src/contracts/api/chat.ts";
import { Button } from "../../design/button.tsx";

type Props = { card: Card; busy: boolean; onTap: (data: string, label: string) => void };

/** One message of the bot with its buttons, rendered as plain text. */
export function ChatCard({ card: { text, buttons }, busy, onTap }: Props) {
  return (
    <div className="bubble">
      <p className="bubble-text">{text}</p>
      {buttons.map((row, at) => (
        <div key={at} className="row">
          {row.map((button) =>
            "data" in button ? (
              <Button key={button.label} small disabled={busy} onClick={() => onTap(button.data, button.label)}>
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

/** Renders a link only for http and https addresses. */
function PageLink({ label, url }: { label: string; url: string }) {
  if (!/^https?:\/\//.test(url)) return <span className="small">{label}</span>;
  return (
    <a className="button small" href={url} target="_blank" rel="noreferrer noopener">
      {label}
    </a>
  );
}
