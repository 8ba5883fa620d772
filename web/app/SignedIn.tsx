import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { queryClient } from './query-client.ts'
import { SessionWatch, forgetOthers } from './SessionWatch.tsx'

/** What every page behind a login stands in; the pages before it load without any of this. */
export function SignedIn({ children }: { children: ReactNode }) {
  // Before the first page draws: what is in memory may belong to whoever was signed in before.
  useState(forgetOthers)
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      {children}
      <SessionWatch />
    </QueryClientProvider>
  )
}
