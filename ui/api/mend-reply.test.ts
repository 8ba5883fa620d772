import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import { mendReply } from './mend-reply.ts'

const newWord = 'a_word_of_tomorrow'

/** Texts of every form that a reply has. */
const texts = [
  'Text',
  '3f1c9a52-6f5e-4c3a-9a39-0d3f0f6d7a11',
  '2026-01-31',
  '2026-01',
  '01-01',
  '2026-01-31T10:00:00.000Z',
  '+2348031200000',
  'ada@example.org',
  'AJO-DEM234',
  '0123456789',
  'https://example.org/',
]

const numbers = [1, 0, 12, 100]

type Made = { value: unknown; words: number }
type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  options?: z.ZodMiniType[]
  entries?: Record<string, string>
  values?: unknown[]
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  items?: z.ZodMiniType[]
}

/** A value that the schema takes; `isNew`: with a field that it does not know in every object, and an unknown word in every list of words. */
function make(schema: z.ZodMiniType, isNew: boolean): Made {
  const def = schema._zod.def as unknown as Def
  const all = (parts: Made[], value: unknown): Made => ({
    value,
    words: parts.reduce((sum, { words }) => sum + words, 0),
  })
  const fitting = (values: unknown[]) => {
    const found = values.find((value) => z.safeDecode(schema, value).success)
    if (found === undefined) throw new Error(`No sample of ${JSON.stringify(z.toJSONSchema(schema))}`)
    return { value: found, words: 0 }
  }
  switch (def.type) {
    case 'object': {
      const made = Object.entries(def.shape ?? {}).map(([name, inner]) => [name, make(inner, isNew)] as const)
      const value = Object.fromEntries(made.map(([name, { value: inner }]) => [name, inner]))
      return all(
        made.map(([, inner]) => inner),
        isNew ? { ...value, fieldOfTomorrow: { anything: [1] } } : value,
      )
    }
    case 'array': {
      const inner = make(def.element as z.ZodMiniType, isNew)
      return all([inner, inner], [inner.value, structuredClone(inner.value)])
    }
    case 'record': {
      const inner = make(def.valueType as z.ZodMiniType, isNew)
      const { entries } = (def.keyType as z.ZodMiniType)._zod.def as unknown as Def
      const keys = entries ? Object.values(entries) : ['key']
      const value = Object.fromEntries(
        [...keys, ...(isNew && entries ? [newWord] : [])].map((key) => [key, inner.value]),
      )
      return all(
        keys.map(() => inner),
        value,
      )
    }
    case 'tuple': {
      const made = (def.items ?? []).map((item) => make(item, isNew))
      return all(
        made,
        made.map(({ value }) => value),
      )
    }
    case 'enum':
      return isNew ? { value: newWord, words: 1 } : { value: Object.values(def.entries ?? {})[0], words: 0 }
    case 'literal':
      return isNew && typeof def.values?.[0] === 'string'
        ? { value: newWord, words: 1 }
        : { value: def.values?.[0], words: 0 }
    case 'union':
      return make(def.options?.[0] as z.ZodMiniType, isNew)
    case 'nullable':
    case 'optional':
    case 'readonly':
    case 'default':
      return make(def.innerType as z.ZodMiniType, isNew)
    case 'pipe': {
      const { type } = (def.in as z.ZodMiniType)._zod.def
      return type === 'string' || type === 'number'
        ? fitting([...texts, ...numbers])
        : make(def.in as z.ZodMiniType, isNew)
    }
    case 'null':
      return { value: null, words: 0 }
    case 'string':
      return fitting(texts)
    case 'number':
      return fitting(numbers)
    case 'boolean':
      return { value: true, words: 0 }
    case 'unknown':
    case 'any':
    case 'custom':
      return { value: 'anything', words: 0 }
    default:
      throw new Error(`No sample of the type ${def.type}`)
  }
}

function count(value: unknown, word: string): number {
  if (value === word) return 1
  if (value instanceof Date || typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + count(inner, word), 0)
}

const modules = Object.values(
  import.meta.glob<Record<string, unknown>>(['../../features/*/*/*.ts', '!**/*.test.ts'], { eager: true }),
)
const endpoints = modules
  .flatMap((module) => Object.values(module))
  .filter((each): each is Endpoint => typeof each === 'object' && each !== null && 'access' in each && 'reply' in each)

describe("a newer server's reply", () => {
  test('is read of every endpoint with fields and words that this version does not know, and the words stay', () => {
    expect(endpoints.length).toBeGreaterThan(500)
    for (const { method, path, reply, summaryReply } of endpoints)
      for (const schema of [reply, ...(summaryReply ? [summaryReply] : [])]) {
        const name = `${method} ${path}`
        const { value: sent, words } = make(schema as z.ZodMiniType, true)
        const read = mendReply(schema as z.ZodMiniType, sent)
        expect([name, count(read, newWord)]).toEqual([name, words])
        expect([name, JSON.stringify(read, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))]).toEqual([
          name,
          expect.not.stringContaining('fieldOfTomorrow'),
        ])
      }
  })

  test('is otherwise as the contract says: what is missing or of another kind is refused', () => {
    const schema = z.object({
      status: z.enum(['open', 'closed']),
      on: z.nullable(z.string()),
      rows: z.array(
        z.union([z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b'), more: z.string() })]),
      ),
    })
    const good = { status: 'open', on: null, rows: [{ kind: 'b', more: 'x' }] }
    expect(mendReply(schema, good)).toEqual(good)
    const newer = { status: 'frozen', on: null, rows: [{ kind: 'c' }, { kind: 'a' }] }
    expect(mendReply(schema, newer)).toEqual(newer)
    expect(newer.status).toBe('frozen')
    for (const wrong of [{ ...good, status: null }, { status: 'open', rows: [] }, { ...good, rows: [7] }, null])
      expect(() => mendReply(schema, wrong)).toThrow(z.core.$ZodError)
  })

  test('shows a word that it does not know as itself', () => {
    expect([loanStatusLabels.written_off, (loanStatusLabels as Record<string, string>)['sold_on']]).toEqual([
      'Written off',
      'sold_on',
    ])
    expect(Object.keys(loanStatusLabels)).not.toContain('sold_on')
  })
})
