import { withoutMarks } from './folding.ts'

/** Text as searching sees it: small letters without tone marks, so that "oluwa" finds "Olúwa" and "ẹ" is "e". */
export function foldForSearch(text: string): string {
  return withoutMarks(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** What a person means by typing a phone, with spaces or from its 0: the digits that the stored +234 form contains. */
export function foldQuery(query: string): string {
  const folded = foldForSearch(query)
  const joined = folded.replaceAll(' ', '')
  if (!/^\+?\d{4,}$/.test(joined)) return folded
  return joined.startsWith('0') ? joined.slice(1) : joined
}
