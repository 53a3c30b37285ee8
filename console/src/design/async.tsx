import type { ReactNode } from "react";
import { ProblemError } from "../../../src/client/index.ts";
import { messageOf } from "../live/api.ts";
import type { Loaded } from "../live/use-load.ts";
import { useWords } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** What is loaded, or its bones, or what went wrong. What was there before an error stays, with the error above it. */
export function Async<T>({
  of,
  bones,
  children,
}: {
  of: Loaded<T>;
  bones: ReactNode;
  children: (value: T) => ReactNode;
}) {
  const { value, error, reload } = of;
  if (value !== undefined) return children(value);
  if (error !== undefined) return <Failure error={error} onAgain={reload} />;
  return <Bones>{bones}</Bones>;
}

export function Failure({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { say } = useWords();
  return (
    <Empty icon="warning" title={say("load.failed")} text={messageOf(error)}>
      {error instanceof ProblemError && <code className="small faint">{error.problem.code}</code>}
      <Button onClick={onAgain} icon="repeat">
        {say("load.again")}
      </Button>
    </Empty>
  );
}

function Bones({ children }: { children: ReactNode }) {
  const { say } = useWords();
  return (
    <div role="status">
      <span className="unseen">{say("load.loading")}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Grey lines where text will be, of the height it will have. */
export function BoneLines({ count, height = 20 }: { count: number; height?: number }) {
  return (
    <div className="stack tight">
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className="bone" style={{ height, width: `${92 - ((at * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

type EmptyProps = { icon: IconName; title: string; text?: string; children?: ReactNode };

export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={40} className="big" />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
