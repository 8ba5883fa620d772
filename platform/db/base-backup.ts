import pg from 'pg'

/** Where in the log a base backup begins or ends. */
export type LogPosition = { lsn: string; timeline: number }

/** What the server sends, in its order: archives (base.tar) and the manifest. */
export type BackupPart = 'archive' | 'manifest'

/**
 * Copies the whole database by PostgreSQL's own replication protocol (BASE_BACKUP), while it is in use. The server sends no
 * faster than `write` resolves. The copy can be used once the log between the two positions is at hand.
 */
export async function copyDatabase(
  adminUrl: string,
  label: string,
  write: (part: BackupPart, bytes: Buffer) => Promise<void>,
): Promise<{ start: LogPosition; end: LogPosition; systemId: string }> {
  const client = new pg.Client({
    connectionString: adminUrl,
    replication: 'true',
    application_name: 'ajose backup',
  } as pg.ClientConfig)
  // The query that runs rejects by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    const identified = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM')
    const copying = new BackupQuery(
      `BASE_BACKUP (LABEL '${label.replaceAll("'", "''")}', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
      write,
    )
    client.query(copying as unknown as pg.Submittable)
    const [start, end] = await copying.done
    if (!start || !end) throw new Error('PostgreSQL did not say where the backup begins and ends.')
    return { start, end, systemId: identified.rows[0]?.systemid ?? '' }
  } finally {
    await client.end()
  }
}

type CopyMessage = { chunk: Buffer }
type BackupResult = { rows: { recptr?: string; tli?: number | string }[] }

/** The driver's query, which by itself throws away what COPY sends. */
class BackupQuery extends (pg.Query as unknown as new (
  text: string,
  values: undefined,
  done: (error: Error | null, results: BackupResult[]) => void,
) => object) {
  readonly done: Promise<LogPosition[]>
  readonly #write: (part: BackupPart, bytes: Buffer) => Promise<void>
  #part: BackupPart = 'archive'
  #written: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(text: string, write: (part: BackupPart, bytes: Buffer) => Promise<void>) {
    const { promise, resolve, reject } = Promise.withResolvers<LogPosition[]>()
    super(text, undefined, (error, results) => {
      if (error) reject(error)
      else
        this.#written.then(
          () =>
            resolve(
              results.flatMap(({ rows }) =>
                rows.flatMap(({ recptr, tli }) =>
                  recptr === undefined ? [] : [{ lsn: recptr, timeline: Number(tli) }],
                ),
              ),
            ),
          reject,
        )
    })
    this.done = promise
    this.#write = write
  }

  /** The first byte says what follows: n a new archive, m the manifest, d bytes of the one that was begun, p progress. */
  handleCopyData({ chunk }: CopyMessage, connection: { stream: NodeJS.ReadableStream }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'n') this.#part = 'archive'
    if (kind === 'm') this.#part = 'manifest'
    if (kind !== 'd') return
    const part = this.#part
    // The driver reuses its buffer for what comes next.
    const bytes = Buffer.from(chunk.subarray(1))
    this.#waiting += 1
    if (this.#waiting === 1) connection.stream.pause()
    this.#written = this.#written
      .then(() => this.#write(part, bytes))
      .finally(() => {
        this.#waiting -= 1
        if (this.#waiting === 0) connection.stream.resume()
      })
    // Heard when the copy has ended.
    this.#written.catch(() => {})
  }
}
