import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { FieldDef, PoolClient, QueryArrayResult } from 'pg'
import { compile, fieldOf, sql, type Statement } from './sql.ts'

/** Where a transaction serves several cooperatives: what names this one before each statement, and hears that one failed. */
type Shared = { enter: () => void; failed: () => void }

/** What each statement answered, for the tests, which compare it with the type of its rows. A server has no subscriber. */
export const answers = channel('ajose.answers')
export type Answered = { text: string; fields: readonly FieldDef[]; rows: readonly object[] }

/** Columns of a left join, or of what may not have happened yet: all of them, or none. */
export type Joined<Columns> = Columns | { [Name in keyof Columns]: null }

/**
 * One open transaction. What every use case, query and store takes; a pool is not one, so no statement can escape
 * its transaction.
 */
export class Tx {
  readonly #client: PoolClient
  readonly #afterCommit: (() => void)[] = []
  readonly #sent: Promise<unknown>[] = []
  readonly #shared: Shared | undefined
  #changedNothing = false
  #trail: Readonly<Record<string, string>> | undefined
  #firstFailure: unknown
  #open = true

  constructor(client: PoolClient, shared?: Shared) {
    this.#client = client
    this.#shared = shared
  }

  /** The rows of a statement, each column under the name of its field: `member_id` is `memberId`. */
  async many<Row extends object>(statement: Statement): Promise<Row[]> {
    const { rows: answered, fields: columns } = await this.#query(statement)
    const names = columns.map(({ name }) => fieldOf(name))
    const rows = answered.map((values) => {
      const row: Record<string, unknown> = {}
      for (let n = 0; n < names.length; n++) row[names[n] as string] = values[n]
      return row as Row
    })
    if (answers.hasSubscribers) {
      const fields = columns.map((column, n) => ({ ...column, name: names[n] as string }))
      answers.publish({ text: compile(statement).text, fields, rows } satisfies Answered)
    }
    return rows
  }

  async maybe<Row extends object>(statement: Statement): Promise<Row | undefined> {
    const rows = await this.many<Row>(statement)
    if (rows.length > 1) throw new Error(`Expected at most one row, got ${rows.length}`)
    return rows[0]
  }

  async one<Row extends object>(statement: Statement): Promise<Row> {
    const row = await this.maybe<Row>(statement)
    if (!row) throw new Error('Expected one row, got none')
    return row
  }

  /** Runs a statement for its effect and says how many rows it touched. */
  async run(statement: Statement): Promise<number> {
    const result = await this.#query(statement)
    return result.rowCount ?? 0
  }

  /**
   * Sends a statement whose outcome no one needs before the commit, so that both travel together. If it fails, so does
   * the transaction.
   */
  send(statement: Statement): void {
    const sent = this.#query(statement)
    // Heard at the commit; until then a failure is not an unhandled one.
    sent.catch(() => {})
    this.#sent.push(sent)
  }

  #query(statement: Statement): Promise<QueryArrayResult<unknown[]>> {
    if (!this.#open) throw new Error('This transaction has ended')
    gather(this.#client)
    this.#shared?.enter()
    const answer = this.#client.query<unknown[]>({ ...compile(statement), rowMode: 'array' })
    answer.catch((error: unknown) => {
      this.#firstFailure ??= error
      this.#shared?.failed()
    })
    return answer
  }

  /**
   * Does this work and undoes it again, to learn what it would be refused for. Whatever it throws goes on, and the
   * transaction with it. Not for a transaction that several cooperatives share.
   */
  async tryOut(work: () => Promise<unknown>): Promise<void> {
    const [effects, sent] = [this.#afterCommit.length, this.#sent.length]
    await this.run(sql`savepoint tried`)
    await work()
    await Promise.all(this.#sent.slice(sent))
    // Also what PostgreSQL leaves for the commit is asked now.
    await this.run(sql`set constraints all immediate`)
    await this.run(sql`rollback to savepoint tried`)
    this.#afterCommit.length = effects
    this.#sent.length = sent
  }

  /** Effects outside the database wait until what they speak of is certain. */
  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect)
  }

  /** For a request that changes nothing: it is answered, without a line in the audit trail or a live event. */
  nothingChanged(): void {
    this.#changedNothing = true
  }

  get hasChangedNothing(): boolean {
    return this.#changedNothing
  }

  /** What the line of the audit trail says besides its sentence. Not for a request that shares its transaction. */
  addToTrail(parameters: Readonly<Record<string, string>>): void {
    this.#trail = parameters
  }

  get trail(): Readonly<Record<string, string>> | undefined {
    return this.#trail
  }

  /** Why the work failed: where an earlier statement had ended the transaction already, what that one was told. */
  causeOf(error: unknown): unknown {
    return error instanceof Error && 'code' in error && error.code === '25P02' ? (this.#firstFailure ?? error) : error
  }

  /** For the wrapper that opened the transaction: no statement comes after this; what was sent is still to be heard. */
  end(): { effects: readonly (() => void)[]; sent: readonly Promise<unknown>[] } {
    this.#open = false
    return { effects: this.#afterCommit, sent: this.#sent }
  }
}

/** Statements of one turn of the event loop leave in one write: each write wakes PostgreSQL, which costs more than a row. */
export function gather(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
