import type { Language } from "../../contracts/actions/plan.ts";
import { english, type Texts } from "./en.ts";
import { russian } from "./ru.ts";

export type ErrorTextCode = keyof Texts["errors"];
export type ButtonName = keyof Texts["buttons"];
export type { Texts };

export const texts: Readonly<Record<Language, Texts>> = { ru: russian, en: english };
