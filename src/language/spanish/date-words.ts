/** Words of the calendar and the clock by concept, in the format of the lexicon. */
export const dateWords = `
month.1: enero
month.2: febrero
month.3: marzo
month.4: abril
month.5: mayo
month.6: junio
month.7: julio
month.8: agosto
month.9: septiembre, setiembre
month.10: octubre
month.11: noviembre
month.12: diciembre
weekday.1: lunes
weekday.2: martes
weekday.3: miércoles, miercoles
weekday.4: jueves
weekday.5: viernes
weekday.6: sábado, sabado
weekday.7: domingo
day.0: hoy
day.1: mañana
day.2: pasado mañana
day.-1: ayer
day.-2: anteayer
period.minute: minuto, minutos
period.hour: hora, horas
period.day: día, días, dia, dias
period.week: semana, semanas
period.month: mes, meses
period.quarter: trimestre, trimestres
period.year: año, años
article: un, una
shift.0: este, esta
shift.1: próximo, próxima, proximo, proxima
shift.-1: pasado, pasada
roll.-1: últimos, últimas, los últimos, las últimas
roll.1: próximos, próximas, los próximos, las próximas
in: en, dentro de
within: en los próximos, en las próximas
edge.end: fin, final, finales, fin de, el fin de, final de, finales de
edge.start: principio de, principios de, inicio de, comienzos de
edge.mid: mediados de
weekend: fin de semana, el fin de semana
of: de, del, el
on: el, para, en, desde, hasta, del, al, a
clock.at: a las, a la
clock.edge: de, desde, hasta, a las
clock.12:00: mediodía
clock.00:00: medianoche
meridiem.am: de la mañana, am
meridiem.pm: de la tarde, de la noche, pm
part.morning: por la mañana
part.afternoon: por la tarde
part.evening: por la noche
range.from: de, desde, del, desde el, entre
range.far: a, al, hasta, hasta el
range.to: a, al, hasta, hasta el, y, -, –
every.day: diariamente, cada día, todos los días
every.week: semanalmente, cada semana
every.month: mensualmente, cada mes
each: cada
length: por, durante
`;
