import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Answered, answers } from '#platform/db/tx.ts'

/** What was seen of one value: its kinds, and of objects and arrays what they had inside. */
export type Seen = {
  kinds: string[]
  /** The different texts, or null where there were too many to be the words of a list. */
  words: string[] | null
  /** How many objects were seen, and of each key how many had it. */
  objects: number
  keys: Record<string, { times: number; value: Seen }>
  items?: Seen
}

/** The columns that one statement answered with. */
export type SeenStatement = { text: string; columns: Record<string, Seen> }

const wordsMax = 40
const { builtins } = pg.types
const kindOfOid = new Map<number, string>([
  [builtins.INT8, 'bigint'],
  [builtins.INT2, 'number'],
  [builtins.INT4, 'number'],
  [builtins.FLOAT8, 'number'],
  [builtins.NUMERIC, 'string'],
  [builtins.TEXT, 'string'],
  [builtins.VARCHAR, 'string'],
  [builtins.UUID, 'string'],
  [builtins.DATE, 'string'],
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMPTZ, 'Date'],
  [builtins.BYTEA, 'Buffer'],
])

const statements = new Map<string, SeenStatement>()

/** Vitest reads this file again for each file of tests. */
function listen(message: unknown): void {
  const { text, fields, rows } = message as Answered
  let statement = statements.get(text)
  if (!statement) statements.set(text, (statement = { text, columns: {} }))
  // A column of the kind of a file's bytes or a report's million rows is known after some of them.
  const some = rows.slice(0, 200) as Record<string, unknown>[]
  for (const { name, dataTypeID } of fields) {
    const seen = (statement.columns[name] ??= nothingSeen())
    const kind = kindOfOid.get(dataTypeID)
    if (kind) note(seen.kinds, kind)
    for (const row of some) look(seen, row[name])
  }
}

answers.subscribe(listen)

afterAll(() => {
  answers.unsubscribe(listen)
  if (statements.size === 0) return
  writeFileSync(join(inject('rowsFolder'), `${randomUUID()}.json`), JSON.stringify([...statements.values()]))
})

function nothingSeen(): Seen {
  return { kinds: [], words: [], objects: 0, keys: {} }
}

function note(list: string[], word: string): void {
  if (!list.includes(word)) list.push(word)
}

function look(seen: Seen, value: unknown): void {
  const kind = kindOf(value)
  note(seen.kinds, kind)
  if (typeof value === 'string' && seen.words) {
    note(seen.words, value)
    if (seen.words.length > wordsMax || value.length > 60) seen.words = null
  }
  if (Array.isArray(value)) for (const item of value.slice(0, 50)) look((seen.items ??= nothingSeen()), item)
  if (kind !== 'object') return
  seen.objects++
  for (const [key, inner] of Object.entries(value as object)) {
    const known = (seen.keys[key] ??= { times: 0, value: nothingSeen() })
    known.times++
    look(known.value, inner)
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'Buffer'
  return typeof value
}
