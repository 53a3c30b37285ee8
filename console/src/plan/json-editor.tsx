import { useImperativeHandle, useMemo, useRef, type Ref } from "react";
import type { ValidateAnswer } from "../../../src/contracts/api/planning.ts";
import { lineOfPointer } from "./json-lines.ts";
import { Highlighted } from "./json-view.tsx";
import "./json.css";

export type EditorHandle = { show: (pointer: string) => void };

type Props = {
  label: string;
  text: string;
  issues: ValidateAnswer["issues"];
  onChange: (text: string) => void;
  ref?: Ref<EditorHandle>;
};

/** A text area over its highlighted copy, so that the browser's editing and undo keep working. */
export function JsonEditor({ label, text, issues, onChange, ref }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const faulty = useMemo(() => new Set(issues.map(({ pointer }) => lineOfPointer(text, pointer))), [issues, text]);
  const lines = useMemo(() => text.split("\n"), [text]);
  useImperativeHandle(ref, () => ({
    show(pointer) {
      const line = lineOfPointer(text, pointer);
      const start = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
      area.current?.focus();
      area.current?.setSelectionRange(start, start + (lines[line]?.length ?? 0));
    },
  }));
  return (
    <div className="editor">
      <div className="editor-sheet" style={{ height: `${lines.length * 1.5 + 1.5}em` }}>
        <ol className="editor-lines" aria-hidden="true">
          {lines.map((_, at) => (
            <li key={at} className={faulty.has(at) ? "fault" : ""} />
          ))}
        </ol>
        <pre className="editor-copy" aria-hidden="true">
          <Highlighted text={text} />
        </pre>
        <textarea
          ref={area}
          aria-label={label}
          aria-invalid={issues.length > 0}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </div>
  );
}
