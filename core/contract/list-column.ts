import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'

/** What a column holds: `money` and `count` stand right, a `code` is a number that names something. */
export type ColumnValues = {
  text: string | null | undefined
  code: string | number | null | undefined
  money: Kobo | null | undefined
  count: number | null | undefined
  date: Day | Date | null | undefined
}

/** Where a column's value is: in the field of its key, or `of` the row. */
export type Valued<Row> = {
  [Kind in keyof ColumnValues]:
    | {
        kind: Kind
        key: { [Name in keyof Row]: Row[Name] extends ColumnValues[Kind] ? Name : never }[keyof Row] & string
        of?: undefined
        cell?: undefined
      }
    | { kind: Kind; key: string; of: (row: Row) => ColumnValues[Kind]; cell?: undefined }
}[keyof ColumnValues]
