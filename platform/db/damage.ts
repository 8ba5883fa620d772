import { CannotStart } from '#platform/cannot-start.ts'

/** data_corrupted, index_corrupted, io_error, undefined_file */
const codes = new Set(['XX001', 'XX002', '58030', '58P01'])

/** What to say where PostgreSQL can't read what it has written; undefined for an error of another kind. */
export function damageIn(error: unknown): CannotStart | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (!codes.has(code)) return damageIn(error.cause)
  return new CannotStart(
    `The database is damaged: ${error.message}. Keep its folder as it is, look at the disk, and restore the last backup into another folder (docs/backup.md).`,
    { cause: error },
  )
}
