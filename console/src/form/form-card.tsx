import { type ReactNode, useId } from "react";

type Props = { title: string; onSubmit: () => void; children: ReactNode };

/** A card that is a form, named by its title. */
export function FormCard({ title, onSubmit, children }: Props) {
  const id = useId();
  return (
    <form
      className="card"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div className="body stack">{children}</div>
    </form>
  );
}

type SureProps = { text: string; checked: boolean; onChange: (isSure: boolean) => void };

/** What changes data needs a tick first. */
export function SureTick({ text, checked, onChange }: SureProps) {
  return (
    <label className="notice warn tick">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {text}
    </label>
  );
}
