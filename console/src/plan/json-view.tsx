import { memo, useMemo } from "react";
import { jsonTokens } from "./json-tokens.ts";
import "./json.css";

/** Longer than this is shown in one colour: thousands of pieces make a page slow. */
const longestColoured = 40_000;

/** A value as indented JSON. */
export const JsonView = memo(function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "", [value]);
  return (
    // A long value is scrolled by keyboard too.
    <pre className="json" tabIndex={0} aria-label={label} role="region">
      <Coloured text={text} />
    </pre>
  );
});

export function Coloured({ text }: { text: string }) {
  const tokens = useMemo(() => (text.length > longestColoured ? undefined : jsonTokens(text)), [text]);
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
