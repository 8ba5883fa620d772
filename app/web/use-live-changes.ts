import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session, useSession } from '#ui/session/session.ts'
import { followQueries } from './follow-queries.ts'

/** Follows what others change. What support reads is a line each in the cooperative's trail, so the server has no stream for it. */
export function useLiveChanges(): void {
  const queries = useQueryClient()
  const user = useSession()
  const owner = user && user.supportUntil === undefined ? session.owner() : undefined
  useEffect(() => (owner === undefined ? undefined : followQueries(queries, owner)), [queries, owner])
}
