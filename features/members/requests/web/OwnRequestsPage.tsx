import { useQuery } from '@tanstack/react-query'
import { withdrawRequest, listOwnRequests } from '#features/members/requests/contract.ts'
import { Inbox } from 'lucide'
import { Suspense, lazy } from 'react'
import { requestKinds } from '#features/members/requests/rules/member-request.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { RequestChanges } from './RequestChanges.tsx'
import { RequestTag, requestTitles } from './RequestTag.tsx'
import type { MemberRequest } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const AskForContribution = lazy(async () => ({
  default: (await import('./AskForContribution.tsx')).AskForContribution,
}))
const AskForNominees = lazy(async () => ({ default: (await import('./AskForNominees.tsx')).AskForNominees }))
const AskForProfile = lazy(async () => ({ default: (await import('./AskForProfile.tsx')).AskForProfile }))

/** What the signed-in member asked for, and how each ended. */
export function OwnRequestsPage() {
  const { page, limit, choice, filter, set } = useListSearch()
  const asking = choice('ask', requestKinds)
  const keptPage = filter('page')
  const list = useQuery(query(listOwnRequests, { page, limit }))
  const close = () => set({ ask: undefined, page: keptPage })
  const ask = (kind: MemberRequest['kind']) => () => set({ ask: kind, page: keptPage })
  return (
    <Page
      title={strings.requests}
      description={strings.whatYouAskedYourSociety}
      actions={
        <>
          <Button onClick={ask('contribution')}>{strings.changeMyMonthlyContribution}</Button>
          <Button onClick={ask('nominees')}>{strings.changeMyNominees}</Button>
          <Button look="primary" onClick={ask('profile')}>
            {strings.changeMyRecord}
          </Button>
        </>
      }
    >
      {list.isError && <LoadProblem title={strings.failedToLoadYourRequests} of={list} />}
      {list.isPending && (
        <Card>
          <SkeletonLines lines={4} />
        </Card>
      )}
      {list.data?.rows.length === 0 && (
        <Card>
          <EmptyState
            icon={Inbox}
            title={strings.noRequestsYet}
            actions={<Button onClick={ask('profile')}>{strings.askForAChange}</Button>}
          >
            {strings.haveYouMovedMarriedOr}
          </EmptyState>
        </Card>
      )}
      {list.data?.rows.map((request) => (
        <OwnRequest key={request.id} request={request} />
      ))}
      <Pagination meta={list.data?.meta} onPage={(next) => set({ page: next })} />
      <Suspense>
        {asking === 'contribution' && <AskForContribution onClose={close} />}
        {asking === 'nominees' && <AskForNominees onClose={close} />}
        {asking === 'profile' && <AskForProfile onClose={close} />}
      </Suspense>
    </Page>
  )
}

function OwnRequest({ request }: { request: MemberRequest }) {
  const withdraw = useAction(withdrawRequest)
  const { status, reason, note, needsPaper, createdAt, endedAt } = request
  return (
    <Card title={requestTitles[request.kind]} actions={<RequestTag status={status} />}>
      <div className="stack">
        <RequestChanges request={request} />
        {note && <p className="muted">{note}</p>}
        {reason && <p>{fill(strings.declinedReason, { reason })}</p>}
        {status === 'waiting' && needsPaper && <p>{strings.showAnOfficerAPaper}</p>}
        <p className="muted">
          {fillElements(strings.askedCreatedAt, { createdAt: <DateText on={createdAt} time /> })}
          {endedAt && (
            <>
              {status === 'withdrawn' ? ', withdrawn ' : ', answered '}
              <DateText on={endedAt} time />
            </>
          )}
        </p>
        {status === 'waiting' && (
          <div className="row">
            <Button
              size="small"
              busy={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(
                  { requestId: request.id },
                  {
                    onSuccess: () => toast.success(strings.requestWithdrawn),
                    onError: (error) => toast.error(sentence(error)),
                  },
                )
              }
            >
              {strings.withdraw}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
