import { type Day, isDay } from '#core/calendar.ts'
import { kobo, koboFromNaira, nairaNumber, zeroKobo } from '#core/money.ts'
import { foldForSearch, foldQuery } from '#core/searching.ts'
import type { RecordedPart, RecordedList } from './recording.ts'

type Row = Record<string, unknown>
export type Reply = {
  data: unknown
  meta?: { page: number; limit: number; total: number; totalPages: number; summary?: Row | undefined }
}

/**
 * What the recording says to a path and its query: the reply itself, or a page of the recorded list by search, filters and
 * order. Undefined where it does not know. A day after the recording's counts as that day, since nothing happened between.
 */
export function replyFrom(
  part: RecordedPart,
  path: string,
  asked: URLSearchParams,
  recordedOn: Day,
): Reply | undefined {
  const query = Object.fromEntries(
    [...asked]
      .filter(([name, value]) => name !== '_t' && value !== 'json')
      .map(([name, value]) => [name, isDay(value) && value > recordedOn ? recordedOn : value]),
  )
  const undated = Object.entries(query).filter(([name, value]) => name === 'from' || value !== recordedOn)
  const key = [keyOf(path, Object.entries(query)), keyOf(path, undated)].find((each) => each in part.records)
  return key === undefined
    ? (pageFrom(part, path, query) ?? pageFrom(part, path, Object.fromEntries(undated)))
    : { data: part.records[key] }
}

const keyOf = (path: string, query: readonly string[][]) =>
  query.length === 0 ? path : `${path}?${query.map((each) => each.join('=')).join('&')}`

function pageFrom(
  part: RecordedPart,
  path: string,
  { page = '1', limit = '10', q = '', sort = '', ...filters }: Record<string, string>,
): Reply | undefined {
  const asked = Object.entries(filters)
  const whole = part.lists[keyOf(path, asked)]
  const list =
    whole ?? asked.map((each) => part.lists[keyOf(path, [each])]).find((each) => each !== undefined) ?? part.lists[path]
  if (!list) return undefined
  const rowsOf = ({ rows }: RecordedList) => rows.map((place) => part.rows[place] ?? {})
  const every = rowsOf(list)
  let rows = every
  for (const [name, value] of whole ? [] : asked) {
    const recorded = part.lists[keyOf(path, [[name, value]])]
    const matching = recorded ? rowsOf(recorded) : filtered(rows, name, value)
    if (!matching) return undefined
    const kept = new Set(matching)
    rows = rows.filter((row) => kept.has(row))
  }
  const words = foldQuery(q).split(' ')
  if (q) rows = rows.filter((row) => words.every((word) => textOf(row).includes(word)))
  const [number, size] = [Number(page), Number(limit)]
  const summary = list.summary && rows.length < every.length ? summed(list.summary, every, rows) : list.summary
  return {
    data: ordered(rows, sort).slice((number - 1) * size, number * size),
    meta: { page: number, limit: size, total: rows.length, totalPages: Math.ceil(rows.length / size), summary },
  }
}

/** By the row's field of that name, or by its day; undefined where rows have neither. */
function filtered(rows: readonly Row[], name: string, value: string): Row[] | undefined {
  const field =
    name === 'from' || name === 'to'
      ? ['occurredOn', 'on', 'at', 'date'].find((each) => rows[0]?.[each] !== undefined)
      : name
  if (rows.length === 0) return []
  if (field === undefined || !rows.some((row) => row[field] !== undefined)) return undefined
  if (name === 'from') return rows.filter((row) => String(row[field]).slice(0, 10) >= value)
  if (name === 'to') return rows.filter((row) => String(row[field]).slice(0, 10) <= value)
  return rows.filter((row) => String(row[field]) === value)
}

const textOf = (row: Row) =>
  foldForSearch(
    Object.values(row)
      .filter((value) => !/^[0-9a-f-]{36}$/.test(String(value)))
      .join(' '),
  )

function ordered(rows: Row[], sort: string): Row[] {
  const name = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [a[name], b[name]]
    return (
      sign *
      (typeof one === 'number' && typeof other === 'number'
        ? one - other
        : typeof one === 'string' && typeof other === 'string'
          ? one.localeCompare(other)
          : 0)
    )
  })
}

/** The totals of fewer rows, as far as the rows that the server summed show how it did it; the others stay as they were. */
function summed(summary: Row, every: readonly Row[], rows: readonly Row[]): Row {
  const amount = (value: unknown) => (typeof value === 'number' ? (koboFromNaira(value) ?? zeroKobo) : zeroKobo)
  const sum = (of: readonly Row[], name: string) =>
    nairaNumber(
      kobo(
        of.reduce(
          (total: bigint, row) =>
            total + amount(name in row ? row[name] : row['direction'] === name ? row['amount'] : 0),
          0n,
        ),
      ),
    )
  return Object.fromEntries(
    Object.entries(summary).map(([name, value]) => [name, value === sum(every, name) ? sum(rows, name) : value]),
  )
}
