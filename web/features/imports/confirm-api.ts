import { queryOptions } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/account-types.ts'
import { call } from '#web/api/call.ts'
import { importQueries } from './api.ts'

/** Where the money of a file may go; asked for at the last step. */
export function accountTypesQuery() {
  return queryOptions({
    queryKey: [...importQueries.all, 'account-types'],
    queryFn: ({ signal }) => call(listAccountTypes, {}, { signal }),
  })
}
