import type { ToolView } from "../../../../src/contracts/api/tool.ts";
import { EffectBadge } from "../../design/badge.tsx";
import { lasting } from "../../design/time.ts";
import { JsonView } from "../../plan/json-view.tsx";
import { useWords } from "../../words/words.ts";
import { schemaFields } from "./schema-fields.ts";
import { TryIt } from "./try-it.tsx";

export function ToolCard({ tool }: { tool: ToolView }) {
  const { say, language } = useWords();
  return (
    <div className="stack">
      <article className="card" aria-labelledby="tool-title">
        <header>
          <div className="grow">
            <h2 id="tool-title" className="mono">
              {tool.name}
            </h2>
            <p className="quiet">{tool.description}</p>
          </div>
          <EffectBadge effect={tool.effect} />
        </header>
        <div className="body stack">
          <dl className="pairs">
            <dt>{say("tools.source")}</dt>
            <dd className="mono">{tool.source}</dd>
            <dt>{say("tools.timeout")}</dt>
            <dd>{lasting(tool.timeout_ms, language)}</dd>
          </dl>
          <Fields isInput title={say("tools.input")} schema={tool.input_schema} none={say("tools.nothing")} />
          <Fields title={say("tools.output")} schema={tool.output_schema} none={say("tools.output.none")} />
          <details>
            <summary>{say("tools.schema")}</summary>
            <JsonView value={{ input: tool.input_schema, output: tool.output_schema }} label={say("tools.schema")} />
          </details>
        </div>
      </article>
      <TryIt tool={tool} />
    </div>
  );
}

type FieldsProps = { title: string; schema: ToolView["output_schema"]; none: string; isInput?: boolean };

function Fields({ title, schema, none, isInput = false }: FieldsProps) {
  const { say } = useWords();
  const fields = schemaFields(schema);
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      {fields.length === 0 && <p className="small quiet">{none}</p>}
      {fields.length > 0 && (
        <ul className="schema">
          {fields.map(({ name, type, text, isRequired, choices }) => (
            <li key={name}>
              <code>{name}</code>
              <span className="small">
                <span className="mono faint">{choices.length > 0 ? choices.join(" | ") : type}</span>{" "}
                {isRequired && isInput && <span className="required">{say("tools.required")}</span>}
                {text !== "" && <span className="quiet schema-text">{text}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
