import { memo, useMemo } from "react";
import { jsonTokens } from "./json-tokens.ts";
import "./json.css";

/** Longer texts are not highlighted: thousands of elements make a page slow. */
const maxHighlighted = 40_000;

/** A value as indented JSON. */
export const JsonView = memo(function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "", [value]);
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <pre className="json" tabIndex={0} aria-label={label} role="region">
      <Highlighted text={text} />
    </pre>
  );
});

export function Highlighted({ text }: { text: string }) {
  const tokens = useMemo(() => (text.length > maxHighlighted ? undefined : jsonTokens(text)), [text]);
  if (tokens === undefined) return text;
  return tokens.map(({ kind, text: part }, at) =>
    kind === "other" ? (
      part
    ) : (
      <span key={at} className={`json-${kind}`}>
        {part}
      </span>
    ),
  );
}
