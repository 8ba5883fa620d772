import { foldForSearch } from '#core/searching.ts'

/** What the officer who uses a cooperative's own login can be, as lines of the audit trail say it. */
export const holderPosts = [
  'treasurer',
  'secretary',
  'financial secretary',
  'president',
  'manager',
  'accountant',
  'officer',
] as const
export type HolderPost = (typeof holderPosts)[number]

/** Whether a person who is called this would be taken for the other one: all words of that one's name are in it, in whatever order, letter case or marks. */
export function isTakenFor(given: string, other: string): boolean {
  const words = new Set(wordsOf(given))
  return wordsOf(other).every((word) => words.has(word))
}

/** Without signs that no one sees. */
function wordsOf(name: string): string[] {
  return foldForSearch(name.replaceAll(/\p{Cf}/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
