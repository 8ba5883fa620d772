import type { QueryClient } from '@tanstack/react-query'
import { session } from '#ui/session/session.ts'
import { writeAnswers } from './answer-store.ts'

const saveAfter = 1000

/**
 * Saves the last answers of one signed-in person on this device, for reading without a network. Returns how to stop. The
 * session removes the whole database when it ends or moves to somebody else.
 */
export function saveAnswers(client: QueryClient, owner: string): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isMine = () => !isOver && session.owner() === owner

  async function save() {
    timer = undefined
    // Kept twice, one of the two could be a change that the server did not hear.
    const answered = client
      .getQueryCache()
      .getAll()
      .filter(({ state, meta }) => state.status === 'success' && meta?.['keptInSession'] !== true)
    const answers = answered.map(({ queryKey: key, state }) => ({ key, data: state.data, at: state.dataUpdatedAt }))
    await writeAnswers({ owner, answers }, isMine)
    if (isMine()) session.rememberAnswers()
  }
  const soon = () => {
    timer ??= setTimeout(() => void save().catch(() => undefined), saveAfter)
  }
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') soon()
  })
  // A phone that turns to another app may never come back to this page, and what is due would be lost.
  const now = () => {
    if (document.visibilityState !== 'hidden' || timer === undefined) return
    clearTimeout(timer)
    void save().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', now)
  // Answers that were here before this file was.
  soon()
  return () => {
    isOver = true
    unsubscribe()
    document.removeEventListener('visibilitychange', now)
    clearTimeout(timer)
  }
}
