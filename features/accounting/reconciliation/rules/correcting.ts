import type { BankLineId } from '#core/ids.ts'
import type { RowAnswer } from './statement-corrections.ts'
import type { StatementField } from './statement-headings.ts'

/** What a person has said of a file so far, as it is sent with it; `open` are rows that they look at. */
type Asked = {
  leaveOut?: number[] | undefined
  takeBack?: number[] | undefined
  cells?: { row: number; column: number; value: string }[] | undefined
  open?: number[] | undefined
  known?: RowAnswer[] | undefined
  fresh?: RowAnswer[] | undefined
  differ?: number[] | undefined
}
type Columns = readonly { heading: string; field: StatementField | null }[]

const without = (rows: readonly number[] | undefined, row: number) => (rows ?? []).filter((each) => each !== row)

/** Says that a row is no line; what was corrected in it and said of it goes. */
export function leaveOut<Given extends Asked>(asked: Given, row: number): Given {
  const isTaken = asked.takeBack?.includes(row) ?? false
  return {
    ...asked,
    takeBack: without(asked.takeBack, row),
    leaveOut: isTaken ? (asked.leaveOut ?? []) : [...without(asked.leaveOut, row), row],
    cells: (asked.cells ?? []).filter((cell) => cell.row !== row),
    known: (asked.known ?? []).filter((each) => each.row !== row),
    fresh: (asked.fresh ?? []).filter((each) => each.row !== row),
    open: without(asked.open, row),
  }
}

/** Says that a row is a line. */
export function takeBack<Given extends Asked>(asked: Given, row: number): Given {
  const isOut = asked.leaveOut?.includes(row) ?? false
  return {
    ...asked,
    leaveOut: without(asked.leaveOut, row),
    takeBack: isOut ? (asked.takeBack ?? []) : [...without(asked.takeBack, row), row],
  }
}

/** Corrects a cell; with what the file has in it, it is as it was. */
export function correct<Given extends Asked>(
  asked: Given,
  cell: { row: number; column: number; value: string },
  inFile: string,
): Given {
  const others = (asked.cells ?? []).filter(({ row, column }) => row !== cell.row || column !== cell.column)
  return { ...asked, cells: cell.value === inFile ? others : [...others, cell] }
}

/** Says of a row that it is this line that is here, or none of these; null is for one of its own day. */
export function answer<Given extends Asked>(
  asked: Given,
  row: number,
  said: 'known' | 'fresh',
  lines: readonly (BankLineId | null)[],
): Given {
  const others = {
    // A row is one line at most.
    known: (asked.known ?? []).filter((each) => each.row !== row),
    fresh: (asked.fresh ?? []).filter((each) => each.row !== row || !lines.includes(each.line)),
  }
  return { ...asked, ...others, [said]: [...others[said], ...lines.map((line) => ({ row, line }))] }
}

/** The same without answers that are used for nothing. */
export function withoutUnused<Given extends Asked>(asked: Given, unused: readonly RowAnswer[]): Given {
  if (unused.length === 0) return asked
  const keys = new Set(unused.map(({ row, line }) => `${row} ${line}`))
  const used = (all: readonly RowAnswer[] | undefined) => (all ?? []).filter(({ row, line }) => !keys.has(`${row} ${line}`)) // prettier-ignore
  return { ...asked, known: used(asked.known), fresh: used(asked.fresh) }
}

export function hasCorrections({
  leaveOut: out = [],
  takeBack: back = [],
  cells = [],
  known = [],
  fresh = [],
  differ = [],
  columns,
}: Asked & { columns?: object | undefined }): boolean {
  return (
    out.length + back.length + cells.length + known.length + fresh.length + differ.length > 0 || columns !== undefined
  )
}

/** What each column is taken for, as the file calls it; empty for what it must have and has not. */
export function headingsRead(columns: Columns) {
  const heading = (field: StatementField) => columns.find((each) => each.field === field)?.heading ?? null
  return {
    on: heading('on') ?? '',
    narration: heading('narration') ?? '',
    paidIn: heading('paidIn'),
    paidOut: heading('paidOut'),
    amount: heading('amount'),
    side: heading('side'),
    balance: heading('balance') ?? '',
  }
}
