import type { Readable } from 'node:stream'
import type { WritableTable } from './table-file.ts'

/** A file to send. */
export type FileReply = { fileName: string; mediaType: string; content: Buffer }

/** A file that is too large for memory: it is read while it is sent, after its transaction. */
export type LongFile = { fileName: string; mediaType: string; bytes: number; pieces: Readable }

/** A file whose rows are read but which is written only after its transaction, so that no connection waits for it. */
export class FileDraft {
  readonly write: () => Promise<FileReply>
  /** What it holds where that is one table, which a larger file can take in. */
  readonly table: WritableTable | undefined
  constructor(write: () => Promise<FileReply>, table?: WritableTable) {
    this.write = write
    this.table = table
  }
}
