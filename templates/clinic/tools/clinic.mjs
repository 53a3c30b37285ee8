// The appointments of a small clinic, stored in appointments.json. Replace this tool with your own.
import { readFileSync, writeFileSync } from "node:fs";
import { serve } from "./mcp.mjs";

const file = "appointments.json";
const read = () => JSON.parse(readFileSync(file, "utf8"));
const write = (appointments) => writeFileSync(file, `${JSON.stringify(appointments, null, 2)}\n`);
const text = { type: "string", minLength: 1 };
const day = { type: "string", format: "date" };
const time = { type: "string", pattern: "^[0-2][0-9]:[0-5][0-9]$" };
const doctor = { type: "string", enum: ["Weber", "Ivanova"] };
const status = { type: "string", enum: ["booked", "cancelled"] };
const schema = (properties, required = []) => ({ type: "object", properties, required, additionalProperties: false });

serve(
  { name: "clinic", version: "1.0.0" },
  {
    list_appointments: {
      description: "List the appointments of the clinic, filtered by day, doctor, patient, status or id.",
      inputSchema: schema({ id: text, day, doctor, patient: text, status, key: text }),
      run: (wanted) => ({
        appointments: read().filter((one) => Object.entries(wanted).every(([field, value]) => one[field] === value)),
      }),
    },
    book_appointment: {
      description: "Book an appointment of a patient with a doctor on a day at a time.",
      inputSchema: schema({ patient: text, doctor, day, time, key: text }, ["patient", "doctor", "day", "time"]),
      run: (booking) => {
        const appointments = read();
        const isTaken = appointments.some(
          (one) => one.status === "booked" && ["doctor", "day", "time"].every((field) => one[field] === booking[field]),
        );
        if (isTaken) throw new Error(`Dr. ${booking.doctor} has another patient on ${booking.day} at ${booking.time}`);
        const appointment = { id: `A-${appointments.length + 1}`, ...booking, status: "booked" };
        write([...appointments, appointment]);
        return { appointment };
      },
    },
    change_appointment: {
      description: "Move an appointment to another day or time, or cancel it.",
      inputSchema: schema({ id: text, day, time, status }, ["id"]),
      run: ({ id, ...change }) => {
        const appointments = read();
        const appointment = appointments.find((one) => one.id === id);
        if (appointment === undefined) throw new Error(`there is no appointment ${id}`);
        Object.assign(appointment, change);
        write(appointments);
        return { appointment };
      },
    },
  },
);
