import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Toaster } from '#web/ui/Toaster.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { SessionWatch } from './SessionWatch.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      <RouterProvider router={router} />
      <SessionWatch />
      <Toaster />
    </QueryClientProvider>
  )
}
