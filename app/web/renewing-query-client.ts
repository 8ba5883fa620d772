import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * After a change TanStack Query asks again for what it has, but leaves a first question alone that is on its way. Its
 * answer may be from before the change, and would then be shown as new; here it is dropped and asked for again.
 */
export class RenewingQueryClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<K> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    if (filters.refetchType !== 'none') {
      await this.cancelQueries<K>({
        ...filters,
        predicate: (query) =>
          query.state.data === undefined && query.state.fetchStatus !== 'idle' && (filters.predicate?.(query) ?? true),
      })
    }
    await super.invalidateQueries<K>(filters, options)
  }
}
