import type { LessonView } from "../../../../src/contracts/api/lessons.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** How a rule follows from its request, and the rule itself. */
export function Derivation({ lesson: { words, alignments, rule } }: { lesson: LessonView }) {
  const { t } = useI18n();
  return (
    <>
      <p>
        {t("lessons.words")}: <b>{words.join(", ")}</b>
      </p>
      <ul className="stack tight small">
        {alignments.map(({ call, param, sentence }) => (
          <li key={`${call}.${param}`}>{sentence}</li>
        ))}
      </ul>
      {rule !== "" && (
        <details>
          <summary>{t("lessons.rule")}</summary>
          <pre className="small">{rule}</pre>
        </details>
      )}
    </>
  );
}
