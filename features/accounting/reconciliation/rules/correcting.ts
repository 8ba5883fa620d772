import type { StatementField } from './statement-headings.ts'

/** What a person has said of a file so far, as it is sent with it; `open` are rows that they look at. */
type Asked = {
  leaveOut?: number[] | undefined
  takeBack?: number[] | undefined
  cells?: { row: number; column: number; value: string }[] | undefined
  open?: number[] | undefined
  known?: number[] | undefined
  fresh?: number[] | undefined
  differ?: number[] | undefined
}
type Columns = readonly { heading: string; field: StatementField | null }[]

const without = (rows: readonly number[] | undefined, row: number) => (rows ?? []).filter((each) => each !== row)

/** Says that a row is no line; what was corrected in it goes. */
export function leaveOut<Given extends Asked>(asked: Given, row: number): Given {
  const isTaken = asked.takeBack?.includes(row) ?? false
  return {
    ...asked,
    takeBack: without(asked.takeBack, row),
    leaveOut: isTaken ? (asked.leaveOut ?? []) : [...without(asked.leaveOut, row), row],
    cells: (asked.cells ?? []).filter((cell) => cell.row !== row),
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

/** Says of a row that may be a line that is here already which it is. */
export function answer<Given extends Asked>(asked: Given, row: number, said: 'known' | 'fresh'): Given {
  const others = { known: without(asked.known, row), fresh: without(asked.fresh, row) }
  return { ...asked, ...others, [said]: [...others[said], row] }
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
