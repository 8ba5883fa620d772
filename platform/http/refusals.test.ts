import { expect, test } from 'vitest'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { errorReply } from './errors.ts'
import { sentenceOf } from '#core/contract/refusals.ts'

const tooDeep = refusal('boat_too_deep', 409, '{boat} draws {depth} m. Moor it further out.')
const harbourFull = refusal('harbour_full', 429, 'The harbour is full. Come back tomorrow.')

function thrownBy(work: () => never): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a refusal beside what refuses says its sentence with its values, under its status and about its field', () => {
  const refused = thrownBy(() => refuse(tooDeep({ boat: 'Zuma', depth: 3, field: 'boatId' })))
  const sentence = 'Zuma draws 3 m. Moor it further out.'
  expect(errorReply(refused, 'request').reply).toEqual({
    success: false,
    status: 409,
    message: sentence,
    errors: [{ field: 'boatId', message: sentence }],
    data: null,
    requestId: 'request',
  })
  // The log and the metrics name it by its code.
  expect((refused as Error).message).toBe('boat_too_deep')
  expect(sentenceOf(harbourFull())).toBe('The harbour is full. Come back tomorrow.')
})

test('what catches one and throws it again about another field keeps its sentence', () => {
  const { code, detail } = tooDeep({ boat: 'Zuma', depth: 3, field: 'boatId' })
  const again = new Refusal(code, { ...detail, field: 'rows.0.boatId' }, [harbourFull({ field: 'rows.1.boatId' })])
  expect(errorReply(again, 'request').reply.errors).toEqual([
    { field: 'rows.0.boatId', message: 'Zuma draws 3 m. Moor it further out.' },
    { field: 'rows.1.boatId', message: 'The harbour is full. Come back tomorrow.' },
  ])
})

test('a value that a sentence needs, or has no place for, does not compile', () => {
  // @ts-expect-error -- the depth is missing
  expect(sentenceOf(tooDeep({ boat: 'Zuma' }))).toBe('Zuma draws  m. Moor it further out.')
  // @ts-expect-error -- this sentence names no boat
  expect(sentenceOf(harbourFull({ boat: 'Zuma' }))).toBe('The harbour is full. Come back tomorrow.')
})
