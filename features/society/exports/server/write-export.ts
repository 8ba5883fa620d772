import type { Tx } from '#platform/db/tx.ts'
import { ZipWriter } from '#platform/files/zip-writer.ts'
import {
  type ExportManifest,
  exportFormat,
  exportVersion,
  loginsPath,
  manifestPath,
  rowsPath,
} from './export-manifest.ts'
import { exportReadme } from './export-readme.ts'
import { type ExportedTable, exportedTables, tablesLeftOut } from './exported-tables.ts'
import {
  type CatalogTable,
  closeCursor,
  fetchFiles,
  fetchLines,
  filesOf,
  findCatalog,
  findEnds,
  loginsOf,
  openCursor,
  prepareReading,
  rowsOf,
} from './reads.ts'

/**
 * Writes everything that the tenant of a snapshot may see as a ZIP, one table after the other through a cursor: rows as JSON
 * lines, files as they are, and last the manifest with the digest of each. Answers the bytes of the ZIP.
 */
export async function writeExport(
  tx: Tx,
  { migration, exportedAt }: { migration: string; exportedAt: Date },
  write: (chunk: Buffer) => Promise<void>,
  tell: (progress: { done: number; steps: number }) => void,
): Promise<number> {
  await prepareReading(tx)
  const [{ entries, headHash, seals, sealHash, ...cooperative }, catalog] = [await findEnds(tx), await findCatalog(tx)]
  const found = new Map(catalog.map((each) => [each.table, each]))
  const tables = exportedTables.map((exported) => {
    const columns = found.get(exported.table)
    if (!columns) throw new Error(`There is no table ${exported.table}`)
    return { exported, columns }
  })
  const files: ExportManifest['files'] = []
  const zip = new ZipWriter(write)
  const lines = { rows: 0 }
  const addLines = async (path: string) => {
    lines.rows = 0
    const written = await zip.add(path, readLines(tx, lines))
    files.push({ path, rows: lines.rows, ...written })
    await closeCursor(tx)
  }
  const readme = exportReadme(cooperative, exportedAt, tablesLeftOut)
  files.push({ path: 'README.txt', ...(await zip.add('README.txt', onePiece(readme))) })
  await openCursor(tx, loginsOf())
  await addLines(loginsPath)
  for (const [index, { exported, columns }] of tables.entries()) {
    tell({ done: index, steps: tables.length })
    await openCursor(tx, rowsOf(exported, columns))
    await addLines(rowsPath(exported.table))
    if (!exported.file) continue
    await openCursor(tx, filesOf(exported, columns))
    for (let some = await fetchFiles(tx); some.length > 0; some = await fetchFiles(tx))
      for (const { path, content } of some) files.push({ path, ...(await zip.add(path, onePiece(content))) })
    await closeCursor(tx)
  }
  const manifest: ExportManifest = {
    format: exportFormat,
    version: exportVersion,
    migration,
    exportedAt: exportedAt.toISOString(),
    cooperative,
    books: { entries: Number(entries), headHash },
    trail: { seals: Number(seals), headHash: sealHash },
    columns: Object.fromEntries(tables.map(({ exported, columns }) => [exported.table, typesOf(exported, columns)])),
    files,
  }
  await zip.add(manifestPath, onePiece(`${JSON.stringify(manifest, null, 1)}\n`))
  return zip.end()
}

function typesOf({ leftOut = {}, file }: ExportedTable, { columns, types }: CatalogTable): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column, index) =>
      column in leftOut || column === file?.column ? [] : [[column, types[index] ?? '']],
    ),
  )
}

async function* readLines(tx: Tx, counted: { rows: number }): AsyncGenerator<Buffer> {
  for (let some = await fetchLines(tx); some.length > 0; some = await fetchLines(tx)) {
    counted.rows += some.length
    yield Buffer.from(some.map(({ line }) => `${line}\n`).join(''))
  }
}

// oxlint-disable-next-line typescript/require-await -- a file that is in memory is written like those that are not
async function* onePiece(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}
