import type { FileFormat } from '#core/file-format.ts'
import { grouped } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'

/** What a file of each kind takes: what one can be written in the time that a person waits. */
export const rowsMax: Record<FileFormat, number> = { csv: 100_000, xlsx: 50_000, pdf: 3000 }

const formatNames = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const

/** Refuses: file_rows_too_many. */
export function refuseTooManyRows(rows: number, format: FileFormat): void {
  const max = rowsMax[format]
  if (rows > max)
    refuse('file_rows_too_many', {
      field: 'format',
      rows: `more than ${grouped(String(max))}`,
      max: grouped(String(max)),
      format: formatNames[format],
    })
}
