import { v7 } from 'uuid'

/** A new identifier. Version 7 grows with time, so that new rows share pages of the index. */
export function newId<Id extends string>(): Id {
  return v7() as Id
}
