/** Words that shape a request, by concept, in the format of the English lexicon; `word*` matches by prefix. */
export const lexicon = `
op.create: crea, crear, cree, creen, crea*, añade, añadir, añada, agrega, agregar, agregue, haz, hacer, haga, registra, registrar, nuevo registro, prepara, preparar, anota, apunta
op.update: cambia, cambiar, cambie, actualiza, actualizar, actualice, modifica, modificar, pon, poner, ponga, marca, marcar, edita, editar, ajusta, ajustar, fija, fijar
op.delete: borr*, elimin*, quita, quitar, quite, suprime, suprimir
op.move: mueve*, mueva*, mover, traslad*, pasa, pasar, pase
op.complete: cierr*, cerrar, complet*, termin*, finaliza, finalizar
op.reopen: reabre, reabrir
op.assign: asign*, encarga, encargar, delega, delegar
op.comment: comenta, comentar, responde, responder
op.send: enví*, envi*, mand*, escribe, escribir, avisa, avisar, notifica, notificar, llama, llamar
op.rename: renombra, renombrar
op.schedule: reserva, reservar, agenda, agendar, programa, programar, planifica, planificar
op.delay: aplaza, aplazar, retrasa, retrasar, pospón, posponer
op.pause: pausa, pausar, congela, congelar
op.remind: recuerda, recordar, recuérdame, recuerdame
op.buy: compra, comprar, compre, pide, pedir, encargo
op.pay: paga, pagar, factura, facturar
op.count: cuenta, contar
op.read: muestra, mostrar, muéstrame, muestrame, enseña, enséñame, busca, buscar, encuentra, lista, listar, dame, dime, consulta, consultar, revisa, revisar, ver
op.undo: deshaz, deshacer, revierte, revertir
op.cancel: cancela, cancelar, anula, anular
quant.all: todo, toda, todos, todas, todos los, todas las
quant.each: cada
quant.any: cualquier, cualquiera, algún, alguna
quant.both: ambos, ambas, los dos, las dos
quant.other: otro, otra, otros, otras
quant.rest: el resto, los demás, las demás
quant.except: excepto, menos, salvo, a excepción de, aparte de
quant.only: solo, sólo, solamente, únicamente
quant.first: primer, primero, primera, primeros, primeras, los primeros, las primeras
quant.last: último, última, últimos, últimas, los últimos, las últimas
quant.some: algunos, algunas, varios, varias, unos, unas
quant.none: ningún, ninguno, ninguna, nada, nadie
whose.speaker: mi, mis, mío, mía, míos, mías
whose.group: nuestro, nuestra, nuestros, nuestras
whose.listener: tu, tus, vuestro, vuestra
whose.third: su, sus
cmp.more: más de, mas de, mayor que, mayor de, superior a, por encima de
cmp.less: menos de, menor que, menor de, inferior a, por debajo de
cmp.atLeast: al menos, como mínimo, por lo menos
cmp.atMost: como máximo, a lo sumo, hasta
cmp.between: entre
pol.not: no, nunca, jamás, tampoco, de ninguna manera, no hace falta
pol.instead: en vez de, en lugar de
pol.almost: casi, a punto de
pol.early: demasiado pronto, todavía no, aún no, aun no, ahora no
pol.unsure: quizás, quizá, tal vez, a lo mejor, no estoy seguro, no estoy segura, no sé, puede que, creo que
pol.whether: debería, deberíamos, deberia, debo, qué pasa si, que pasa si, vale la pena
pron.speaker: yo, me
pron.group: nosotros, nos
pron.listener: tú, usted, te
pron.thing: lo, la, esto, eso, este, esta, ese, esa, ello
pron.things: los, las, estos, estas, esos, esas, ellos, ellas
fill.politeness: por favor, porfa, puedes, podrías, podrias, puede, podría, quiero, quisiera, necesito, me gustaría, hay que, tengo que, tenemos que, si puedes, si es posible
requests: por favor, puedes, podrías, podrias, puede, podría, si puedes
small: el, la, los, las, un, una, unos, unas, de, del, al, a, en, y, o, que, es, son, está, están, este, esta, estos, estas, su, sus, lo, le, les, se, me, nos, más, muy, ya
fill.greeting: hola, buenos días, buenas tardes, buenas noches, buenas
fill.thanks: gracias, muchas gracias, mil gracias
fill.hesitation: pues, bueno, eh, este pues, a ver, oye, mira, también, ya, entonces pues
link.and: y, e, además
link.then: luego, después, entonces, a continuación, por último
link.but: pero, aunque, sin embargo
link.or: o, u
link.if: si, en caso de que, cuando
link.unless: a menos que, salvo que
link.else: si no, de lo contrario
act.confirm: sí, si, vale, de acuerdo, claro, adelante, hazlo, confirmo, correcto
act.cancel: cancela, cancelar, olvídalo, olvidalo, déjalo, dejalo, no, no importa
act.correct: no, mejor dicho, quiero decir, perdón
approx: unos, unas, aproximadamente, cerca de, alrededor de
range: a, hasta, y
range.open: de, entre, desde
local: sin
rel.by: para, a más tardar, como muy tarde
rel.from: desde, a partir de, a partir del
rel.until: hasta
rel.before: antes de, antes del
rel.after: después de, después del, tras
ask.who: quién, quien, quiénes
ask.what: qué, cuál es
ask.which: cuál, cuáles
ask.when: cuándo
ask.where: dónde, adónde
ask.how: cómo
ask.many: cuántos, cuántas
ask.much: cuánto, cuánta
ask.why: por qué
ask.whether: está, están, es, son, hay, tiene, tienen
`;
