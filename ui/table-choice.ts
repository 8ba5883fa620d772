import { useState } from 'react'

type Choice<Column extends string> = { columns: readonly Column[]; dense: boolean }

/** Which columns of a table a person sees and how close its rows are, kept in this browser until they log out. */
export function useTableChoice<Column extends string>(
  table: string,
  all: readonly Column[],
  usual: readonly Column[],
): [Choice<Column>, (choice: Choice<Column>) => void] {
  const key = `table:${table}`
  const [choice, setChoice] = useState(() => read(key, all) ?? { columns: usual, dense: false })
  const keep = (next: Choice<Column>) => {
    setChoice(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [choice, keep]
}

/** What an older version of the app kept may name a column that is gone. */
function read<Column extends string>(key: string, all: readonly Column[]): Choice<Column> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { columns?: unknown; dense?: unknown } | null
    const names: unknown[] = Array.isArray(kept?.columns) ? kept.columns : []
    const columns = all.filter((column) => names.includes(column))
    return columns.length > 0 ? { columns, dense: kept?.dense === true } : undefined
  } catch {
    return undefined
  }
}
