import { describe, expect, it } from "vitest";
import { verbForm } from "./verb-form.ts";

describe("the form of a Russian verb by its ending", () => {
  it.each(["перемести", "размести", "оплати", "сократи", "прекрати", "пропусти", "очисти", "удали", "отметь"])(
    "is an order: %s",
    (word) => expect(verbForm(word)).toBe("imperative"),
  );

  it.each(["перенести", "перевести", "найти", "идти", "провести", "вывезти", "переместить", "оплатить"])(
    "is an infinitive: %s",
    (word) => expect(verbForm(word)).toBe("infinitive"),
  );
});
