import type { Person } from "../workspace.ts";

/** Who works in the studio. */
export const people = [
  { id: "user_anna", name: "Анна Петрова", email: "anna@studio.example" },
  { id: "user_ilya", name: "Илья Смирнов", email: "ilya@studio.example" },
  { id: "user_maria", name: "Мария Козлова", email: "maria@studio.example" },
  { id: "user_tom", name: "Tom Reed", email: "tom@studio.example" },
  { id: "user_dasha", name: "Дарья Волкова", email: "dasha@studio.example" },
] as const satisfies readonly Person[];
