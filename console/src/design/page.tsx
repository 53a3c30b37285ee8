import type { ReactNode } from "react";

type Props = { title: string; text?: string; actions?: ReactNode; children: ReactNode };

/** A page: its one heading, what it is for, what can be done, and the rest. */
export function PageFrame({ title, text, actions, children }: Props) {
  return (
    <div className="page">
      <header className="page-head">
        <div className="grow">
          <h1>{title}</h1>
          {text !== undefined && <p>{text}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
