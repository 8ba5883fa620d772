import type { PoolClient } from 'pg'
import { compile, type Statement } from './sql.ts'

/**
 * One open transaction. What every use case, query and store takes; a pool is not one, so no statement can escape
 * its transaction.
 */
export class Tx {
  readonly #client: PoolClient
  readonly #afterCommit: (() => void)[] = []
  #open = true

  constructor(client: PoolClient) {
    this.#client = client
  }

  async many<Row extends object>(statement: Statement): Promise<Row[]> {
    if (!this.#open) throw new Error('This transaction has ended')
    const result = await this.#client.query<Row>(compile(statement))
    return result.rows
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
    if (!this.#open) throw new Error('This transaction has ended')
    const result = await this.#client.query(compile(statement))
    return result.rowCount ?? 0
  }

  /** Effects outside the database wait until what they speak of is certain. */
  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect)
  }

  /** For the wrapper that opened the transaction. */
  end(): readonly (() => void)[] {
    this.#open = false
    return this.#afterCommit
  }
}
