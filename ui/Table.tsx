import type { ColumnValues, Valued } from '#core/contract/list-column.ts'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { Link } from '#ui/router/Link.tsx'
import type { Where } from '#ui/router/paths.ts'
import { DateText } from './DateText.tsx'
import { MoneyText } from './MoneyText.tsx'
import { ChevronsUpDown } from 'lucide'
import {
  Fragment,
  type MouseEvent,
  type ReactNode,
  isValidElement,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Checkbox } from './Checkbox.tsx'
import { Icon } from './Icon.tsx'
import { Skeleton } from './Skeleton.tsx'
import './Table.css'
import { countText } from './format.ts'
import { whenPainted } from './idle.ts'
import * as strings from './strings.ts'

export type Column<Row> = (
  | Valued<Row>
  | { kind?: undefined; key: string; of?: undefined; /** What is no plain value. */ cell: (row: Row) => ReactNode }
) & {
  /** Empty over the menu at the end of a row. */
  header: string
  /** Where the row leads: its words are the link, and so is a press anywhere on the row. */
  to?: (row: Row) => Where
  /** Muted, behind the words. */
  note?: (row: Row) => ReactNode
  /** Numbers stand right. */
  align?: 'end'
  /** The contract's name to sort by. */
  sort?: string
  width?: string
  /** On phones a row is a card: `title` is its head, `corner` its top right, `bare` needs no label there, `hidden` is left out, as amounts of zero are. */
  card?: 'title' | 'corner' | 'bare' | 'hidden'
}

type TableProps<Row> = {
  /** Read out by screen readers. */
  caption: string
  columns: readonly Column<NoInfer<Row>>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** A click anywhere on the row that is not on a control. */
  onOpen?: (row: Row) => void
  /** "name" or "-name", as lists take it. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Shown in place of rows while they load. */
  loadingRows?: number
  /** Shown when there are none: an EmptyState. */
  empty?: ReactNode
  /** A row of totals under a double rule: for each column key an amount, or words. */
  totals?: Partial<Record<string, ReactNode>>
  dense?: boolean
  /** On phones the cells of all cards are in the same places, two a line, so that cards can be compared. */
  compared?: boolean
  /** Dims rows while a new page of them is on its way. */
  busy?: boolean
}

/** A plain table: sticky heading, sorting, selection, skeleton, totals; cards below 640 px. */
export function Table<Row>({
  caption,
  columns,
  rows: latestRows,
  rowKey,
  onOpen,
  sort,
  onSort,
  selected,
  onSelect,
  loadingRows = 8,
  empty,
  totals,
  dense = false,
  compared = false,
  busy = false,
}: TableProps<Row>) {
  // A hundred new rows are drawn in slices, after the press that asked for them has been answered. That there are none is no
  // longer said once there are some: what stands above the table knows of them, and may offer the same button.
  const drawn = useDeferredValue(latestRows)
  const rows = drawn?.length === 0 ? latestRows : drawn
  const isDimmed = useLate(busy)
  const [sorted, sortBy] = useSort(sort, onSort)
  const latest = useRef({ selected, onSelect, onOpen })
  useEffect(() => {
    latest.current = { selected, onSelect, onOpen }
  })
  const toggle = useCallback((key: string, isSelected: boolean) => {
    const next = new Set(latest.current.selected)
    if (isSelected) next.add(key)
    else next.delete(key)
    latest.current.onSelect?.(next)
  }, [])
  const open = useCallback((row: unknown) => latest.current.onOpen?.(row as Row), [])
  if (rows?.length === 0 && empty) return <>{empty}</>
  const selects = selected && onSelect ? { selected, onSelect } : undefined
  const keys = rows?.map(rowKey) ?? []
  const chosen = selects ? keys.filter((key) => selects.selected.has(key)).length : 0
  return (
    <div className="table-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table
        className={`table${dense ? ' table--dense' : ''}${compared ? ' table--compared' : ''}${isDimmed ? ' table--busy' : ''}`}
        aria-busy={rows === undefined || busy}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selects && (
              <th className="table__select" scope="col">
                <Checkbox
                  aria-label={strings.selectAllOnThisPage}
                  checked={keys.length > 0 && chosen === keys.length}
                  indeterminate={chosen > 0 && chosen < keys.length}
                  onChange={(all) => {
                    const next = new Set(selects.selected)
                    for (const key of keys) {
                      if (all) next.add(key)
                      else next.delete(key)
                    }
                    selects.onSelect(next)
                  }}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sorted} onSort={sortBy} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: loadingRows }, (_, row) => (
                <tr key={row}>
                  {selects && <td className="table__select" />}
                  {columns.map((column, index) => (
                    <td key={column.key} className={cellClass(column)} data-label={column.header}>
                      <Skeleton width={index === 0 ? '14ch' : '8ch'} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <MemoRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns as unknown as readonly Column<unknown>[]}
                  id={rowKey(row)}
                  onOpen={onOpen ? open : undefined}
                  selectable={selects !== undefined}
                  isSelected={selects?.selected.has(rowKey(row)) ?? false}
                  onToggle={toggle}
                />
              ))}
        </tbody>
        {totals && rows !== undefined && (
          <tfoot>
            <tr className={Object.keys(totals).length > 2 ? 'table__sums' : ''}>
              {selects && <td className="table__select" />}
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`${cellClass(column)}${totals[column.key] === undefined ? ' table__blank' : ''}`}
                  data-label={column.header}
                >
                  {shown(totals[column.key])}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** The arrow turns with the press; the page, which draws all its rows for its new address, follows once that is painted. */
function useSort(sort: string | undefined, onSort: TableProps<unknown>['onSort']) {
  const [asked, setAsked] = useState<{ by: string; instead: string | undefined }>()
  if (asked && asked.instead !== sort) setAsked(undefined)
  const sortBy = async (by: string, button: HTMLElement) => {
    setAsked({ by, instead: sort })
    await whenPainted()
    if (button.isConnected) onSort?.(by)
  }
  return [asked?.by ?? sort, onSort && ((by: string, button: HTMLElement) => void sortBy(by, button))] as const
}

/** Most answers come sooner, and dimming has the browser paint every row again. */
const dimmedAfter = 150

function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), dimmedAfter)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn])
  return isLate
}

/** On a card label and value are at either end of a line: a value of several parts is one of the two. */
function inOne(content: ReactNode): ReactNode {
  return isValidElement(content) && content.type === Fragment ? <div>{content}</div> : content
}

/** A value as everywhere: an amount, how many, a day. */
function shown(value: ReactNode | Date, kind?: keyof ColumnValues): ReactNode {
  if (typeof value === 'bigint') return <MoneyText amount={value as Kobo} />
  if (kind === 'count' && typeof value === 'number') return countText(value)
  if (value && (kind === 'date' || value instanceof Date)) return <DateText on={value as Day} />
  return value as ReactNode
}

function cellOf(row: unknown, { kind, key, of, cell, to, note }: Column<unknown>): ReactNode {
  const words = kind
    ? shown((of ? of(row) : (row as Readonly<Record<string, string>>)[key]) as ReactNode, kind)
    : inOne(cell?.(row))
  const linked = to ? (
    <Link className="table__way" {...to(row)}>
      {words}
    </Link>
  ) : (
    words
  )
  const behind = note?.(row)
  return behind ? (
    <>
      {linked} <span className="muted">{behind}</span>
    </>
  ) : (
    linked
  )
}

const isEnd = ({ align, kind }: { align?: 'end'; kind?: string | undefined }) =>
  align === 'end' || kind === 'money' || kind === 'count'

function cellClass(column: { align?: 'end'; kind?: string | undefined; card?: string }): string {
  return [
    isEnd(column) ? 'table__end number' : column.kind === 'code' ? 'number' : '',
    column.card ? `table__card-${column.card}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string, button: HTMLElement) => void) | undefined
}) {
  const style = column.width ? { width: column.width } : undefined
  if (!column.sort || !onSort) {
    return (
      <th scope="col" className={isEnd(column) ? 'table__end' : ''} style={style}>
        {column.header || <span className="visually-hidden">{strings.actions}</span>}
      </th>
    )
  }
  const direction = sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : undefined
  return (
    <th scope="col" className={isEnd(column) ? 'table__end' : ''} style={style} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className="table__sort"
        onClick={({ currentTarget }) =>
          onSort(direction === 'ascending' ? `-${column.sort}` : (column.sort ?? ''), currentTarget)
        }
      >
        {column.header}
        <Icon of={ChevronsUpDown} size={16} />
      </button>
    </th>
  )
}

type RowProps = {
  row: unknown
  id: string
  columns: readonly Column<unknown>[]
  onOpen: ((row: unknown) => void) | undefined
  selectable: boolean
  isSelected: boolean
  onToggle: (id: string, isSelected: boolean) => void
}

// A row draws again when its own data or tick changes, not when its neighbour is ticked: keep `columns` stable.
const MemoRow = memo(function BodyRow({ row, id, columns, onOpen, selectable, isSelected, onToggle }: RowProps) {
  return (
    <tr
      className={`${onOpen ? 'table__opens' : ''}${isSelected ? ' table__chosen' : ''}`}
      onClick={(event: MouseEvent<HTMLTableRowElement>) => {
        const pressed = event.target as HTMLElement
        if (pressed.closest('a, button, input, label, select, [popover]') || getSelection()?.toString() !== '') return
        if (onOpen) onOpen(row)
        else event.currentTarget.querySelector<HTMLElement>('.table__way')?.click()
      }}
    >
      {selectable && (
        <td className="table__select">
          <Checkbox aria-label={strings.selectThisRow} checked={isSelected} onChange={(next) => onToggle(id, next)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)} data-label={column.header}>
          {cellOf(row, column)}
        </td>
      ))}
    </tr>
  )
})

/** A column of amounts. */
export function moneyColumn<Row>(
  key: string,
  header: string,
  of: (row: Row) => Kobo,
  rest: Pick<Column<Row>, 'sort' | 'card' | 'width'> = {},
): Column<Row> {
  return { kind: 'money', key, header, of, ...rest }
}
