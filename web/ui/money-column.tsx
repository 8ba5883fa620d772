import type { Kobo } from '#domain/money.ts'
import { MoneyText } from './MoneyText.tsx'
import type { Column } from './Table.tsx'

/** A column of amounts. */
export function moneyColumn<Row>(
  key: string,
  header: string,
  amountOf: (row: Row) => Kobo,
  rest: Pick<Column<Row>, 'sort' | 'card' | 'width'> = {},
): Column<Row> {
  return { key, header, align: 'end', cell: (row) => <MoneyText amount={amountOf(row)} />, ...rest }
}
