import { type ReactNode, useEffect, useId, useRef } from "react";

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A modal dialog. Escape closes it and the focus returns to where it was. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    const before = dialog.current;
    return () => before?.close();
  }, []);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
