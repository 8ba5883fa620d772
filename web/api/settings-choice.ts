import { queryOptions } from '@tanstack/react-query'
import { getConfiguration } from '#contract/society/configuration.ts'
import { call } from './call.ts'

/** The cooperative's settings, for forms that work with them, such as the value of a share. */
export function settingsChoice() {
  return queryOptions({
    queryKey: ['choices', 'settings'],
    queryFn: ({ signal }) => call(getConfiguration, {}, { signal }),
  })
}
