import type { ReactNode } from "react";

type Props = { title: string; text?: string; actions?: ReactNode; children: ReactNode };

/** The frame of a page: heading, description, actions and content. */
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
