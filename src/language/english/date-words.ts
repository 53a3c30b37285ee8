/** Words of the calendar and the clock by concept, in the format of the lexicon. */
export const dateWords = `
month.1: january, jan
month.2: february, feb
month.3: march, mar
month.4: april, apr
month.5: may
month.6: june, jun
month.7: july, jul
month.8: august, aug
month.9: september, sept, sep
month.10: october, oct
month.11: november, nov
month.12: december, dec
weekday.1: monday, mon, mondays
weekday.2: tuesday, tue, tues, tuesdays
weekday.3: wednesday, wed, wednesdays
weekday.4: thursday, thu, thur, thurs, thursdays
weekday.5: friday, fri, fridays
weekday.6: saturday, sat, saturdays
weekday.7: sunday, sun, sundays
weak: may, march, mar, mon, sat, sun, wed, second, jun, dec
day.0: today, tonight, this day
day.1: tomorrow, tmrw, tmr, tomorow, tommorow, tomorrow's
day.2: day after tomorrow, the day after tomorrow
day.-1: yesterday, yesterday's
day.-2: day before yesterday, the day before yesterday
fixed.12-25: christmas, christmas day, xmas
fixed.12-24: christmas eve
fixed.12-31: new year's eve
fixed.1-1: new year's day, new year
fixed.10-31: halloween
fixed.2-14: valentine's day
period.minute: minute, minutes, min, mins
period.hour: hour, hours, hr, hrs
period.day: day, days
period.week: week, weeks, wk, wks
period.month: month, months
period.quarter: quarter, quarters
period.year: year, years
span.0.5.hour: half an hour, half hour, half-hour
span.1.5.hour: hour and a half, an hour and a half
span.0.25.hour: quarter of an hour
span.0.5.day: half a day, half day
span.2.week: fortnight, a fortnight
few.2: a couple of, couple of, a couple, couple
few.3: a few, few
article: a, an, one
shift.0: this, current, the current
shift.1: next, the following, following
shift.-1: last, previous, the previous
before that: previous, the previous
roll.-1: past, the past, the last, recent, last, previous
roll.1: next, the next, coming, the coming, upcoming, the upcoming
near: this, coming, upcoming
in: in, after
later: from now, from today, later, hence
later.from: from
ago: ago, earlier, back
within: within, in the next, over the next, during the next, for the next
edge.end: end of, the end of, end of the, the end of the, close of
edge.start: start of, beginning of, the beginning of, the start of, beginning of the, start of the, early, early in
edge.mid: middle of, the middle of, mid, middle of the, mid-
edge.now.day: eod, end of day, end of the day, end of business, close of business, cob
edge.now.week: eow, end of week
edge.now.month: eom, end of month, month end, month-end
edge.now.quarter: eoq, end of quarter
edge.now.year: eoy, end of year, year end, year-end
weekend: weekend, the weekend
of: of, the
on: on, by, until, till, before, after, from, since, for, in, of, through, to, due, during, at, around, between, starting, and, throughout, this, last, next, every, per
clock.at: at, @
clock.edge: around, about, from, to, until, till, by, before, after, between, and, -, –
clock.12:00: noon, midday, 12 noon
clock.00:00: midnight
meridiem.am: am, a.m, a.m., in the morning
meridiem.pm: pm, p.m, p.m., in the afternoon, in the evening, at night
oclock: o'clock, oclock, o’clock
past.30: half past
past.15: quarter past, a quarter past
past.45: quarter to, a quarter to
part.morning: morning, in the morning, this morning
part.afternoon: afternoon, in the afternoon, this afternoon
part.evening: evening, in the evening, this evening, tonight
part.night: night, at night
range.from: from, between
range.far: to, until, till, through
range.to: to, until, till, through, and, -, –, —
every.day: daily, every day, each day, everyday
every.week: weekly, every week, each week
every.month: monthly, every month, each month
every.quarter: quarterly, every quarter
every.year: yearly, annually, every year, each year
every.hour: hourly, every hour
every.weekday: every weekday, on weekdays, weekdays, every workday
each: every, each
other: other
length: for, by
`;
