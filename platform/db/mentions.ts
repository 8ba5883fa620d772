import { foldForSearch } from '#core/searching.ts'
import { hookedLetters } from '#core/folding.ts'
import { containing, sql, type Statement } from './sql.ts'

const [hooked, plain] = [Object.keys(hookedLetters).join(''), Object.values(hookedLetters).join('')]

/**
 * Whether a text holds what a person typed to find it, whatever its marks and the size of its letters: `foldForSearch` in
 * SQL, for lists that are short enough to be read whole. Null, which is not found, where the text is.
 */
export function mentions(text: Statement, words: string): Statement {
  return sql`lower(translate(regexp_replace(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'), '[[:space:]]+', ' ', 'g'), ${hooked}, ${plain})) like ${containing(foldForSearch(words))}`
}
