import * as z from 'zod/mini'
import type { Said } from '#core/event-group.ts'
import { fileFormats } from '#core/file-format.ts'
import { type ReportName, reportOf } from './rules/report.ts'
import { type Endpoint, endpoint } from '#core/contract/endpoint.ts'
import { day, listQuery, naira, period } from '#core/contract/fields.ts'
import { ofDays, reportFormat } from '#core/contract/report-fields.ts'

/** At the end of a day, today when left out; `to` is another name of `asOf`. */
const ofDay = { asOf: z.optional(day), to: z.optional(day) }
/** This month when left out, or the month of `asOf`. */
const ofMonth = { period: z.optional(period), asOf: z.optional(day) }

const times = { day: ofDay, days: ofDays, month: ofMonth } as const
export type ReportTime = keyof typeof times

const fields = {
  text: z.nullable(z.string()),
  date: z.nullable(day),
  /** Kobo inside; the total of the report sums it. */ money: z.nullable(naira),
  /** How many; the total of the report sums it. */ count: z.nullable(z.number()),
  /** A figure that no total sums: days, a percentage. */ number: z.nullable(z.number()),
} as const

/** One column of a report that is a table, as screen and files show it. */
export type ReportColumn = {
  header: string
  kind: keyof typeof fields
  sort?: true
  /** In a file, in characters. */ width?: number
  /** The page that its cell leads to, where the row names one. */
  opens?: 'member' | 'entry' | 'loan' | 'schedule' | 'account' | 'loansOfClass' | 'arrearsOfProduct'
}

type Columns = Record<string, ReportColumn>
type Shape = Record<string, z.ZodMiniType>
type RowOf<C extends Columns> = { [Key in keyof C]: (typeof fields)[C[Key]['kind']] }
type TotalsOf<C extends Columns> = {
  [Key in keyof C as C[Key]['kind'] extends 'money' | 'count' ? Key : never]: C[Key]['kind'] extends 'money'
    ? typeof naira
    : z.ZodMiniNumber
}
type SortOf<C extends Columns> = { [Key in keyof C]: C[Key] extends { sort: true } ? Key : never }[keyof C] & string

/**
 * A report that is one table: its columns make the rows and totals of the reply, the screen and the files; one without a
 * figure to sum has no total. `links` are what a row leads to, and what tells rows apart whose columns are alike; `filters` what
 * narrows it, `facts` what is said besides of all rows. The days of one of `days` are read by `findDays`.
 */
export function tableReport<
  const Name extends ReportName,
  const Time extends ReportTime,
  const C extends Columns,
  Links extends Shape,
  Filters extends Shape,
  Facts extends Shape,
>(made: {
  name: Name
  summary: string
  says: Said
  time: Time
  columns: C
  /** How it is ordered unless something else is asked for. */
  order: SortOf<C> | `-${SortOf<C>}`
  links: Links
  filters: Filters
  facts: Facts
  stepUp?: Endpoint['stepUp']
  /** What it may take, where rows are computed one by one. */
  seconds?: number
}) {
  const { name, summary, says, time, columns, order, links, filters, facts, stepUp, seconds = 25 } = made
  const named = Object.entries<ReportColumn>(columns)
  const sorts = named.filter(([, { sort }]) => sort).map(([key]) => key as SortOf<C>)
  const row = Object.fromEntries(named.map(([key, { kind }]) => [key, fields[kind]])) as RowOf<C>
  const totals = Object.fromEntries(
    named
      .filter(([, { kind }]) => kind === 'money' || kind === 'count')
      .map(([key, { kind }]) => [key, kind === 'money' ? naira : z.number()]),
  ) as TotalsOf<C>
  const report = {
    method: 'GET',
    path: `/financial/reports/${name}`,
    summary,
    access: reportOf(name).needs,
    says,
    query: listQuery(sorts, { ...(times[time] as (typeof times)[Time]), ...filters, format: reportFormat }),
    kind: 'list',
    formats: fileFormats,
    snapshotSeconds: seconds,
    ...(stepUp !== undefined && { stepUp }),
    reply: z.object({ ...links, ...row }),
    /** Of all rows that the filters find, not of the page. */
    summaryReply: z.object({
      /** Null where it is of one day. */
      from: z.nullable(day),
      to: day,
      totals: z.object(totals),
      /** What can be chosen of each filter. */
      choices: z.array(
        z.object({ filter: z.string(), options: z.array(z.object({ value: z.string(), label: z.string() })) }),
      ),
      ...facts,
    }),
  } as const
  return { ...endpoint(report), name, time, columns, order }
}
