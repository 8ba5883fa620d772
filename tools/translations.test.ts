import { afterEach, expect, test } from 'vitest'
import { said } from '#core/said.ts'
import { t, translateBy } from '#core/sentence.ts'
import { catalogueComplaints, catalogueOf, sentencesOf, updatedCatalogue } from './translations.ts'

afterEach(() => translateBy(() => undefined))

const sentences = new Map([
  ['{name} owes {amount}', ['web/a.tsx:1']],
  ['{count} day left|{count} days left', ['web/a.tsx:2', 'domain/b.ts:7']],
])

/** The PO file of Hausa as a translator sends it back. */
function translated(): string {
  return updatedCatalogue('', 'ha', sentences)
    .replace(
      'msgid "{name} owes {amount}"\nmsgstr ""',
      'msgid "{name} owes {amount}"\nmsgstr "Bashin {name} shi ne {amount}"',
    )
    .replace('msgstr[0] ""', 'msgstr[0] "Saura kwana {count}"')
    .replace('msgstr[1] ""', 'msgstr[1] "Saura kwanaki {count}"')
}

test('a sentence says its values, and one of two forms by their number', () => {
  expect(t('Nothing is owed')).toBe('Nothing is owed')
  expect(t('{name} owes {amount}', { name: 'Ada $& Obi', amount: '₦5.00' })).toBe('Ada $& Obi owes ₦5.00')
  expect(t('{count} day left|{count} days left', { count: 1 })).toBe('1 day left')
  expect(t('{count} day left|{count} days left', { count: 0 })).toBe('0 days left')
  expect(t('{count} day left|{count} days left', { count: 1234 })).toBe('1,234 days left')
  // @ts-expect-error -- a value is missing
  expect(t('{name} owes {amount}', { name: 'Ada' })).toBe('Ada owes ')
  // @ts-expect-error -- the sentence has no such value
  expect(t('Nothing is owed', { name: 'Ada' })).toBe('Nothing is owed')
  // @ts-expect-error -- forms are chosen by a number
  expect(t('{count} day left|{count} days left', { count: '1' })).toBe('1 days left')
})

test('what a translator wrote is said, and English where they wrote nothing', () => {
  const later = said('{name} owes {amount}')
  const catalogue = catalogueOf(translated())
  translateBy((sentence) => catalogue.get(sentence))
  expect(t(later, { name: 'Ada', amount: '₦5.00' })).toBe('Bashin Ada shi ne ₦5.00')
  expect(t('{count} day left|{count} days left', { count: 1 })).toBe('Saura kwana 1')
  expect(t('{count} day left|{count} days left', { count: 3 })).toBe('Saura kwanaki 3')
  expect(t('Nothing is owed')).toBe('Nothing is owed')
})

test('a new sentence waits, a translated one stays, and one that is said no more can come back', () => {
  const without = new Map([['You are a member.', ['web/c.tsx:9']]])
  const later = updatedCatalogue(translated(), 'ha', without)
  expect([...catalogueOf(later).keys()]).toEqual([])
  expect(later).toMatch(/#: web\/c\.tsx:9\nmsgid "You are a member\."\nmsgstr ""/)
  const back = updatedCatalogue(later, 'ha', sentences)
  expect(catalogueOf(back).get('{name} owes {amount}')).toBe('Bashin {name} shi ne {amount}')
  expect(catalogueOf(back).get('{count} day left|{count} days left')).toBe('Saura kwana {count}|Saura kwanaki {count}')
})

test('a translation with other values, and a sentence that the file lacks, are complaints', () => {
  expect(catalogueComplaints(translated(), sentences.keys())).toEqual([])
  expect(catalogueComplaints(translated().replace('shi ne {amount}', 'shi ne {kudi}'), sentences.keys())).toEqual([
    '“Bashin {name} shi ne {kudi}” lacks {amount}',
    '“Bashin {name} shi ne {kudi}” has {kudi}, and “{name} owes {amount}” has not',
  ])
  expect(catalogueComplaints(translated(), [...sentences.keys(), 'Go on'])).toEqual(['“Go on” is missing'])
  // A translation that its author is not sure of is not said.
  const unsure = translated().replace('#: web/a.tsx:1\n', '#: web/a.tsx:1\n#, fuzzy\n')
  expect(catalogueOf(unsure).has('{name} owes {amount}')).toBe(false)
})

test('sentences are found where they are said, both of a choice', () => {
  const code = `
    const names = { left: said('Has left') }
    export const line = (isLate: boolean, count: number) => t(isLate ? 'You are late.' : 'You are on time.') + t('{count} day|{count} days', { count })
    const css = other('Not said')`
  expect(sentencesOf('web/x.ts', code)).toEqual([
    { sentence: 'Has left', at: 'web/x.ts:2' },
    { sentence: 'You are late.', at: 'web/x.ts:3' },
    { sentence: 'You are on time.', at: 'web/x.ts:3' },
    { sentence: '{count} day|{count} days', at: 'web/x.ts:3' },
  ])
})
