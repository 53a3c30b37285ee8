import type { FormEvent, KeyboardEvent } from "react";

/** Handlers of a form with one text: its button and Enter submit, Shift+Enter starts a new line. */
export function submitOnEnter(send: () => void): {
  onSubmit: (event: FormEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  return {
    onSubmit(event) {
      event.preventDefault();
      send();
    },
    onKeyDown(event) {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      send();
    },
  };
}
