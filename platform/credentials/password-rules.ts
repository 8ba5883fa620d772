import { readFileSync } from 'node:fs'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { samplePasswords } from './sample-passwords.ts'

/**
 * The 10,000 passwords of six characters or more that people choose most, and some of our own country. Cut from
 * `passwords-common` of @zxcvbn-ts/language-common 4.1.3 (MIT, copyright Dan Wheeler, Dropbox, Inc. and @zxcvbn-ts).
 */
const listFile = new URL('common-passwords.txt', import.meta.url)
let list: ReadonlySet<string> | undefined

/** Refuses what anybody would try first: password_too_short, password_blank, password_common. */
export function refuseGuessable(
  password: string,
  { passwordLengthMin, sampleIsOpen }: { passwordLengthMin: number; sampleIsOpen: boolean },
): void {
  const field = 'password'
  if (password.length < passwordLengthMin) refuse('password_too_short', { field, length: passwordLengthMin })
  if (password.trim() === '') refuse('password_blank', { field })
  list ??= new Set(
    readFileSync(listFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.toLowerCase()),
  )
  const typed = password.trim().toLowerCase()
  const isPublished = !sampleIsOpen && Object.values(samplePasswords).includes(password)
  if (list.has(typed) || new Set(typed).size === 1 || isPublished) refuse('password_common', { field })
}

/** What others know about whose password it will be. */
export type Known = { cooperatives: readonly string[]; person: string | null; phone: string | null }

/** Refuses password_personal for one made of the name of the cooperative, the person or the product, or of the phone. */
export function refusePersonal(password: string, { cooperatives, person, phone }: Known): void {
  const refusePart = (what: string) => refuse('password_personal', { field: 'password', what })
  if (cooperatives.some((name) => hasName(password, name) || isName(password, withoutTradeWords(name))))
    refusePart('the name of the cooperative')
  if (person !== null && person.split(/\s+/).some((name) => hasName(password, name))) refusePart('your name')
  if (hasName(password, 'Ajose')) refusePart('the name Ajose')
  // A phone ends with the ten digits that are the same in each form in which people write it.
  if (phone !== null && password.replaceAll(/\D/g, '').includes(phone.slice(-10))) refusePart('your phone number')
}

/** A short name is part of many other words ("Ada" of "Canada"), so it counts as a word of its own only. */
function hasName(password: string, name: string): boolean {
  const wanted = lettersOf(name)
  if (wanted.length < 4)
    return (
      wanted !== '' &&
      foldForSearch(password)
        .split(/[^\p{L}]+/u)
        .includes(wanted)
    )
  // A name of several words is found however its words are joined.
  const isOneWord = /^\p{L}+$/u.test(foldForSearch(name))
  return (isOneWord ? foldForSearch(password) : lettersOf(password)).includes(wanted)
}

/** The name and perhaps some digits or marks. */
function isName(password: string, name: string): boolean {
  const wanted = lettersOf(name)
  return wanted !== '' && lettersOf(password) === wanted
}

function lettersOf(text: string): string {
  return foldForSearch(text).replaceAll(/[^\p{L}]/gu, '')
}

const tradeWords =
  /\b(?:co-?operatives?|society|societies|staff|thrift|credit|savings?|loans?|multi-?purpose|investment|union|association|limited|ltd|sample|and|of|the)\b/g

/** What tells one society from the next: "irepo" of "Ìrẹ̀pọ̀ Staff Cooperative Society Limited". */
function withoutTradeWords(name: string): string {
  return foldForSearch(name).replaceAll(tradeWords, ' ')
}
