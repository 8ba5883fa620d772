import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endSession, listSessions } from '#features/access/login/own-login.ts'
import { sentence } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.ts'
import './SessionsCard.css'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

/** Where this login is signed in, and the way to end what one does not know. */
export function SessionsCard() {
  const [page, setPage] = useState(1)
  // Who is signed in is asked again each time somebody looks.
  const asked = useQuery({ ...query(listSessions, { page, limit: 10 }), staleTime: 0 })
  const done = (words: string) => ({
    onSuccess: () => toast.success(words),
    onError: (error: Error) => toast.error(sentence(error)),
  })
  const end = useAction(endSession, done(strings.loggedOutThere))
  const endOthers = useAction(endOtherSessions, done(strings.loggedOutEverywhereElse))
  const { data } = asked
  return (
    <Card
      title={strings.whereYouAreLoggedIn}
      actions={
        data !== undefined &&
        data.meta.total > 1 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {strings.logOutEverywhereElse}
          </Button>
        )
      }
    >
      {asked.isError && <LoadProblem title={strings.failedToLoadTheList} of={asked} />}
      {asked.isPending && <SkeletonLines />}
      {data && (
        <>
          <ul className="setting-rows">
            {data.rows.map(({ id, device, current, startedAt, lastUsedAt }) => (
              <li key={id}>
                <div className="setting-rows__words">
                  {device} {current && <Tag tone="success">{strings.thisDevice}</Tag>}
                  <small>
                    {fillElements(strings.lastUsedSince, {
                      agoText: <AgoText at={lastUsedAt} />,
                      startedAt: <DateText on={startedAt} time />,
                    })}
                  </small>
                </div>
                {!current && (
                  <Button
                    size="small"
                    busy={end.isPending && end.variables?.sessionId === id}
                    aria-label={fill(strings.logOut, { device })}
                    onClick={() => end.mutate({ sessionId: id })}
                  >
                    {strings.logOut2}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.meta.totalPages > 1 && <Pagination meta={data.meta} onPage={setPage} />}
        </>
      )}
    </Card>
  )
}
