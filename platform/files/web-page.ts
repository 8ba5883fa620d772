import { Parser } from 'htmlparser2'
import { refuse } from '#core/refusal.ts'
import type { SheetRow } from './sheet-table.ts'

const cellsMax = 2_000_000

/** The rows of all tables of a web page, as some banks write one and call it .xls. A cell over several columns is in the first of them. Refuses: file_is_bomb. */
export function readWebPage(html: string): SheetRow[] {
  const rows: SheetRow[] = []
  let text: string | undefined
  let span = 1
  let cells = 0
  const endCell = () => {
    const row = rows.at(-1)
    if (text === undefined || !row) return
    row.cells.push(text.replaceAll(/\s+/g, ' ').trim())
    for (let more = 1; more < span; more += 1) row.cells.push('')
    text = undefined
  }
  const parser = new Parser({
    onopentag(name, { colspan }) {
      if (name === 'tr') {
        endCell()
        rows.push({ number: rows.length + 1, cells: [], formulas: [] })
      } else if (name === 'td' || name === 'th') {
        endCell()
        span = Math.min(Math.max(Number(colspan ?? 1) || 1, 1), 50)
        cells += span
        if (cells > cellsMax) refuse('file_is_bomb', { field: 'file' })
        text = ''
      } else if (name === 'br' && text !== undefined) text += ' '
    },
    ontext(part) {
      if (text !== undefined) text += part
    },
    onclosetag(name) {
      if (name === 'td' || name === 'th' || name === 'tr') endCell()
    },
  })
  parser.end(html)
  return rows.filter(({ cells: { length } }) => length > 0)
}
