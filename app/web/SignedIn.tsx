import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { renewWith } from '#ui/api/renewal.ts'
import { askWith } from '#ui/api/questions.ts'
import { readLastAnswers, takeLastAnswers } from '#ui/pwa/last-answers.ts'
import { matchPath } from '#ui/router/paths.ts'
import { beginPage, mayOpen } from '#ui/router/place.ts'
import { session, useSession } from '#ui/session/session.ts'
import { whenSettled } from '#ui/idle.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { queryClient } from './query-client.ts'
import { SessionWatch, forgetOthers } from './SessionWatch.tsx'

renewWith(() => queryClient.invalidateQueries())
askWith(async () => (await import('./questions.tsx')).questions)

/** What every page behind a login is in; the pages before it load without any of this. */
export function SignedIn({ children }: { children: ReactNode }) {
  // Before the first page draws: what is in memory may belong to whoever was signed in before.
  useState(() => {
    forgetOthers()
    showLastAnswers()
    askForFirstPage()
  })
  const owner = useOfflineAnswers()
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      {/* Drawn again for the next one: what a page or its frame remembers is the first one's. */}
      <Fragment key={owner}>{children}</Fragment>
      <SessionWatch />
    </QueryClientProvider>
  )
}

const offlineAnswers = () => import('#ui/pwa/offline-answers.ts')

/** What is kept on this device is shown at once and asked again as soon as there is a network. */
function showLastAnswers() {
  for (const { key, data, at } of takeLastAnswers(session.owner()) ?? []) {
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) >= at) continue
    queryClient.setQueryData(key, data, { updatedAt: at })
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

/** What the first page shows is on its way while the frame is drawn and its gate looks; who may not be let in asks for nothing. */
function askForFirstPage() {
  const { path } = matchPath(location.pathname) ?? {}
  if (path !== undefined && session.user()?.cooperativeStatus === 'active' && mayOpen(path))
    beginPage(path, queryClient)
}

/** Keeps this person's last answers on the device, unless the session is to end with the tab. Answers whose they are. */
function useOfflineAnswers(): string {
  const isSignedIn = useSession() !== null
  const owner = session.owner()
  useEffect(() => {
    if (!isSignedIn || !session.isKept()) return
    let stop: (() => void) | undefined
    let isOver = false
    const shown = readLastAnswers().then(() => !isOver && showLastAnswers())
    // Keeping writes over what is kept, so that it waits until this is shown. Without its file there is no reading offline; everything else works.
    Promise.all([whenSettled().then(offlineAnswers), shown])
      .then(([{ saveAnswers }]) => {
        if (!isOver) stop = saveAnswers(queryClient, owner)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      stop?.()
    }
  }, [isSignedIn, owner])
  return owner
}
