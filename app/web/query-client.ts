import { QueryCache, onlineManager } from '@tanstack/react-query'
import { isConnectionProblem } from '#ui/api/api-error.ts'
import { connection } from './connection.ts'
import { RenewingQueryClient } from './renewing-query-client.ts'

// It hears of changes only: a page that starts without a network must wait for one, and show what is kept meanwhile.
onlineManager.setOnline(navigator.onLine)

export const queryClient = new RenewingQueryClient({
  queryCache: new QueryCache({
    onError: (error) => isConnectionProblem(error) && connection.lost(),
    onSuccess: () => connection.found(),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      // Kept for a day, so that what was read can be read again without a network.
      gcTime: 24 * 60 * 60_000,
      retry: (failures, error) => isConnectionProblem(error) && failures < 2,
      refetchOnWindowFocus: false,
    },
  },
})
