import { describe, expect, it } from "vitest";
import { read } from "../reading.ts";

const options = { now: "2026-11-18T09:00:00Z", zone: "UTC" };

describe("a language that is only a folder", () => {
  it.each([
    ["crea una tarea para el próximo viernes", "do", "positive", "create"],
    ["no borres la factura, por favor", "forbid", "negated", "delete"],
    ["¿puedes mover la reunión al lunes?", "do", "positive", "move"],
    ["quizás cierra la cuenta de Luis", "do", "hedged", "complete"],
  ])("%s", (text, act, polarity, op) => {
    const { clauses, spans } = read(text, options);
    expect(clauses[0]).toMatchObject({ act, polarity });
    expect(spans[clauses[0]?.verb ?? -1]).toMatchObject({ op });
  });

  it.each([
    ["una factura de doscientos mil euros", { kind: "number", value: 200_000, currency: "EUR" }],
    ["paga un millón y medio de euros a la empresa", { kind: "number", value: 1_500_000 }],
    ["treinta y cinco cajas de la empresa", { kind: "number", value: 35 }],
    ["la cita es el 15 de marzo", { kind: "date", first: "2027-03-15" }],
    ["la cita es dentro de tres días", { kind: "date", first: "2026-11-21" }],
    ["mueve la cita al viernes a las 10:30", { kind: "date", first: "2026-11-20", time: "10:30" }],
    ["borra todas las tareas excepto la mía", { kind: "quantifier", value: "all" }],
  ])("%s", (text, expected) => {
    expect(read(text, options).spans).toContainEqual(expect.objectContaining(expected));
  });

  it("leaves English to English", () => {
    expect(new Set(read("please move the solo concert to Friday", options).tokens.map(({ lang }) => lang))).toEqual(
      new Set(["en"]),
    );
  });
});
