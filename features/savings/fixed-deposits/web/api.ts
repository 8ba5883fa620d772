import { queryOptions } from '@tanstack/react-query'
import { listAccountTypes } from '#features/society/configuration/account-types.ts'
import { wholeList } from '#ui/api/whole-list.ts'

export const depositQueries = {
  /** The fixed deposits that are offered, with their terms. */
  types: () =>
    queryOptions({
      ...wholeList(listAccountTypes, {}),
      select: (types) => types.filter(({ kind }) => kind === 'fixed_deposit'),
    }),
}
