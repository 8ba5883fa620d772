import { v7 } from 'uuid'
import { sql, type Statement } from './sql.ts'

/** A new identifier. Version 7 grows with time, so that new rows share pages of the index. */
export function newId<Id extends string>(): Id {
  return v7() as Id
}

/** The letters of an identifier that no other has. Those before them may be shared by identifiers of the same millisecond. */
export const ownLetters = 30

/** Identifiers for the numbered rows (up to 16 million) of what has this one, without a call for each. */
export function numberedId(id: string, number: Statement): Statement {
  return sql`(left(${id}::text, ${ownLetters}) || lpad(to_hex(${number}), 6, '0'))::uuid`
}
