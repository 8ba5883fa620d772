/** Numbers of a name that stay as they are: "Femi Ojo III". */
const numeral = /^(?:II|III|IV|VI|VII|VIII)$/i

/**
 * A name that is written in one case alone, as registers often are: "ADEBAYO OLUWASEUN" is "Adebayo Oluwaseun". A name
 * in mixed case stays as its bearer writes it.
 */
export function tidyName(text: string): string {
  const isMixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)
  return isMixed ? text : text.replaceAll(/[\p{L}\p{M}'’]+/gu, tidyWord)
}

/** O'NEIL and D'SOUZA have two capitals, SA'ADATU one; MCDONALD is McDonald. */
function tidyWord(word: string): string {
  if (numeral.test(word)) return word.toUpperCase()
  const [, particle = '', rest = ''] = /^(\p{L}\p{M}*['’]|mc(?=\p{L}{3}))?(.*)$/iu.exec(word) ?? []
  return capitalised(particle) + capitalised(rest)
}

function capitalised(text: string): string {
  const lower = text.toLowerCase()
  return lower.replace(/\p{L}\p{M}*/u, (first) => first.toUpperCase())
}
