import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '#core/contract/refusals.ts'

/**
 * A refusal that says what to do first leads out of a dead end, or into one. Each such sentence has a test that meets the refusal,
 * does what it says and then succeeds; a comment directly above that test names it: `// Remedy: loan_has_repayments`.
 */
const roots = ['app', 'core', 'dev', 'e2e', 'features', 'platform', 'tools']

const anything: unknown = new Proxy(() => '', {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '1' : name === 'length' ? 1 : anything),
  apply: () => anything,
})

/** The sentence with anything in its places. */
function sentenceOf(message: unknown): string {
  return typeof message === 'function' ? String((message as (values: unknown) => unknown)(anything)) : String(message)
}

/** “Reject it first.” and “First choose …”, not “the first day” or “for the first login”. */
const asksFirst = /\bfirst(?=[.,:;]| then\b| or\b|$)|(?:^|[.!?] )First\b/

/** Those that lie beside what refuses (`refusal` of core/refusal.ts). */
const besides = ['core', 'features', 'platform']
  .flatMap((root) => globSync(`${root}/**/*.ts`))
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /= refusal\(\s*'(\w+)',\s*\d+,\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g,
    ),
  ])
  .map(([, code = '', single, double]) => [code, single ?? double ?? ''] as const)

const all = new Map([
  ...Object.entries(refusals).map(([code, { message }]) => [code, sentenceOf(message)] as const),
  ...besides,
])
const advised = [...all].flatMap(([code, sentence]) => (asksFirst.test(sentence) ? [code] : []))

const marks = roots
  .flatMap((root) => globSync(`${root}/**/*.test.ts`))
  .flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, at) => {
      const named = /^\s*\/\/ Remedy: (.+)$/.exec(line)?.[1]
      const next = lines.slice(at + 1).find((each) => !/^\s*\/\//.test(each)) ?? ''
      return named === undefined
        ? []
        : named.split(', ').map((code) => ({ code, file, isAboveTest: /^\s*(?:test|describe)\b/.test(next) }))
    })
  })

test('every refusal that says what to do first has a test that does it', () => {
  const done = new Set(marks.map(({ code }) => code))
  expect(advised.filter((code) => !done.has(code))).toEqual([])
  expect(marks.filter(({ code, isAboveTest }) => !all.has(code) || !isAboveTest)).toEqual([])
})

test('the rule knows such a sentence', () => {
  expect(
    ['Reject it first.', 'First choose a day.', 'Pay it out first, then close.', 'The first day is late.'].map((text) =>
      asksFirst.test(text),
    ),
  ).toEqual([true, true, true, false])
  expect(advised).toEqual(
    expect.arrayContaining(['loan_has_repayments', 'member_has_requests', 'login_not_proved', 'schedule_empty']),
  )
})
