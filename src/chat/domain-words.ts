import type { Language, ToolAction } from "../contracts/actions/plan.ts";

/** What an action does, in words: "Change deal", with the field or id that names the record. */
export type ActionWords = {
  /** `operate` is any other action on a record, for example a note on a deal. */
  does: "create" | "change" | "remove" | "operate";
  noun: string;
  /** The field that holds the record's name. */
  nameField: string;
  /** Arguments that people need not see: constants of the domain, the id of the record. */
  fixed: readonly string[];
  /** The id of the record that is changed or removed. */
  recordId?: string;
  /** The part of its preview that lists further calls, which one approval covers too. */
  calls?: string;
};

export type FieldWords = {
  label: string;
  /** The value is the id of a person or record. */
  isId: boolean;
  /** Labels of its values, where it has a fixed set of them. */
  labels: ReadonlyMap<string, string>;
  /** The default for a new record; not shown. */
  default?: unknown;
};

/** The words of the domain, for cards: labels instead of keys, names instead of ids. */
export type DomainWords = {
  /** `won` is "Выиграно". */
  labelOf: (value: string, language: Language) => string | undefined;
  /** `due_date` is "Срок". */
  fieldOf: (name: string, language: Language) => FieldWords | undefined;
  actionOf: (action: Pick<ToolAction, "tool_slug" | "args">, language: Language) => ActionWords | undefined;
  /** The names of people and records by their ids; unknown ones are missing. */
  namesOf: (tenant: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};
