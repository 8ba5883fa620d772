import * as z from 'zod/mini'

export const exportFormat = 'ajose-society'
export const exportVersion = 1
export const manifestPath = 'manifest.json'
export const loginsPath = 'logins.jsonl'
/** The field of a row that names the file with the bytes of the row. */
export const fileField = 'content_file'

/** Where the rows of a table are in the ZIP. */
export function rowsPath(table: string): string {
  return `tables/${table}.jsonl`
}

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.minimum(0))

/** What an export says of itself: what it needs, whose it is, how the books end, and each file with its digest. */
export const exportManifest = z.object({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  /** The last migration of the database that it left. */
  migration: z.string(),
  exportedAt: z.iso.datetime(),
  cooperative: z.object({ cooperativeId: z.uuid(), coopId: z.string(), name: z.string() }),
  books: z.object({ entries: count, headHash: digest }),
  trail: z.object({ seals: count, headHash: digest }),
  /** The columns of each table with the type that PostgreSQL has for them; bigint amounts are kobo. */
  columns: z.record(z.string(), z.record(z.string(), z.string())),
  files: z.array(z.object({ path: z.string(), rows: z.optional(count), bytes: count, sha256: digest })),
})

export type ExportManifest = z.output<typeof exportManifest>
