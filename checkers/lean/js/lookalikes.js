'use strict';
// Names that a reader takes for other names. Lean's letters are those of several scripts, and in «» everything is one.
// After Unicode's confusables (UTS 39), as far as letters stand for letters of names in the library.

const PAIRS = [
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺͿ', 'ABEZHIKMNOPTYXCMJ'], ['αγεηικνορτυχωϲϳ', 'ayenikvoptuxwcj'], // Greek
  ['АВЕЅІЈКМНОРСТУХԌԚԜҮҺ', 'ABESIJKMHOPCTYXGQWYh'], ['аеѕіјорсухһԁԛԝкмтг', 'aesijopcyxhdqwkmtr'], // Cyrillic
  ['օսոհցյ', 'ounhgj'], ['ıȷſƖǀӏ', 'ijslll'], ['ℓ∨∣│', 'lvll'], // Armenian, Latin, signs
];
const LATIN = new Map(PAIRS.flatMap(([from, to]) => [...from].map((letter, i) => [letter, to[i]])));
const GREEK_LETTER = /^\p{Script=Greek}$/u;

const latin = (text) => [...text].map((letter) => LATIN.get(letter) ?? letter).join('');

/** Names in plain letters that `name` looks like, without itself. */
function lookalikes(name) {
  const bare = latin(name).normalize('NFKD').replace(/[\p{M}\p{Cf}\s]/gu, ''), plain = latin(bare);
  const found = new Set([plain]);
  for (const [from, to] of [[/(^|\.)[l1|](?=\p{Ll})/gu, '$1I'], [/1/g, 'l'], [/I/g, 'l'], [/0/g, 'O'], [/0/g, 'o'], [/O/g, '0'], [/rn/g, 'm'], [/vv/g, 'w']]) {
    found.add(plain.replace(from, to));
  }
  found.delete(name);
  return [...found].filter((like) => /^[A-Za-z_][\w'!?]*(\.[A-Za-z_][\w'!?]*)*$/.test(like));
}

/** The pairs among `names` that differ only in letters that look the same. Single Greek letters are names of their own. */
function pairs(names) {
  const first = new Map(), found = [];
  for (const name of names) {
    if (GREEK_LETTER.test(name)) continue;
    const plain = latin(name.normalize('NFC')), other = first.get(plain);
    if (other === undefined) first.set(plain, name);
    else if (other !== name) found.push([other, name]);
  }
  return found;
}

module.exports = { lookalikes, pairs };
