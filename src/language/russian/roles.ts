/** Words that planners' rules look for: `role: word, phrase, prefix*`. */
export const roles = `
next request: ещё, также, другой, второй
says more: ещё, также, другой, второй
same again: снова, повтори, вместо
condition: если
condition test: больше, меньше, ниже, выше
contrast: а
coordination: и, или
opens sentence: и, или, а
opens item: и, а
clause opener: в, во, на, из, от, для
finite: есть, был, была, было, были, будет, должен, должна, должно
sequence: наконец, также, затем, потом, ещё, еще, далее, во-первых, во-вторых, в-третьих
after this: после
this: этого
names value: равно, это
lower bound: от, с
upper bound: до, по
asks value: какой, какая, какие, какое, сколько
things: их, им, ними
at least: не менее
at most: не более
more: больше, выше, свыше
less: меньше, ниже
cheapest: дешев*
priciest: дорог*
latest: послед*, нов*
oldest: ранн*, стар*
nearest: ближайш*
fastest: быстр*
best: лучш*
worst: худш*
highest: наибольш*, сам*
lowest: наименьш*
first of: перв*
negation: не, ни, без
before clock: в, во, к, с, до, после, перед, раньше, позже
clitic: ли, же, бы
unit alone: час, минуту, секунду, день, неделю
also: еще, ещё, также
asks back: уточни*, подскажите, скажите, какой, какая, какие, какую
legal form: ооо, зао, ао, ип, тоо
low supply: мало, дозаказать, заканчива*, кончает*, кончают*
enough: достаточно, хватает, хватит, хватило
supply: осталось, остался, осталась, остались, остаток, остатки, остатка, в наличии, наличие, на складе, закончил*, кончил*
expires: истека*, истеч*, действу*, годен, годна
validity: until
value noun: адрес, номер, дата, число, размер
`;
