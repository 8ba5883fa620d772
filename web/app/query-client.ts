import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isConnectionProblem } from '#web/api/api-error.ts'
import { connection } from './connection.ts'

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => isConnectionProblem(error) && connection.lost(),
    onSuccess: () => connection.found(),
  }),
  mutationCache: new MutationCache({
    onSuccess: () => connection.found(),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      retry: (failures, error) => isConnectionProblem(error) && failures < 2,
      refetchOnWindowFocus: false,
    },
    // A form says itself what went wrong, and its action keeps its key: pressing again is the retry.
    mutations: { retry: false, networkMode: 'always' },
  },
})
