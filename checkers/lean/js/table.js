'use strict';
// Reading terms in a table of closure.js.
const { TERM } = require('./closure.js');

/** [head, arguments] of an application. */
function spine(terms, at) {
  const args = [];
  for (; terms[at][0] === TERM.app; at = terms[at][1]) args.push(terms[at][2]);
  return [at, args.reverse()];
}

/** The parts of the name at an index. */
function pathOf({ names }, at) {
  const path = [];
  for (; at !== 0; [at] = names[at]) path.push(names[at][1]);
  return path.reverse();
}

/** True if the term there is the constant of that dotted name. */
const isConstant = (table, at, name) => table.terms[at][0] === TERM.constant && pathOf(table, table.terms[at][1]).join('.') === name;

module.exports = { isConstant, pathOf, spine };
