import { useQuery } from '@tanstack/react-query'
import { cancelVote, closeVote, confirmVote, getVote, listVoteRoll } from '#contract/governance/votes.ts'
import { Users } from 'lucide'
import { useState } from 'react'
import { castingVotes, type CastingVote, exclusionNames } from '#domain/governance/votes/words.ts'
import type { VoteId } from '#domain/ids.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { MemberLink } from '#web/parts/MemberLink.tsx'
import { VoteTag } from '#web/parts/VoteTag.tsx'
import { Link } from '#web/router/Link.tsx'
import { useParams } from '#web/router/place.ts'
import { may } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CancelOr, Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { countText, plural } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
import { useList } from '#web/ui/use-list.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { VoteFacts } from './VoteFacts.tsx'
import { castingVoteNames, VoteResult } from './VoteResult.tsx'
import { isDue, type RollEntry, type Vote } from './api.ts'

/** One vote as officers lead it: turnout, roll, closing, and the confirmation of its result. */
export function VotePage() {
  const { voteId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getVote, { id: voteId as VoteId }))
  const { choice, filter, set } = useListSearch()
  const tab = choice('tab', ['vote', 'roll']) ?? 'vote'
  const doing = may('meeting.manage') ? filter('do') : ''
  const close = () => set({ do: undefined })
  if (!data)
    return (
      <Page title="Vote">
        <Card>
          {error ? (
            <LoadProblem title="Failed to load the vote" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      </Page>
    )
  return (
    <Page
      title={data.wording}
      tabTitle="Vote"
      description={<VoteTag vote={data} />}
      actions={<Actions vote={data} onDo={(what) => set({ do: what, tab: filter('tab') || undefined })} />}
    >
      <Tabs
        label="Vote"
        tabs={[
          { key: 'vote', label: 'Vote' },
          { key: 'roll', label: `Roll (${countText(data.eligible)})` },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'vote' ? undefined : next, q: undefined, show: undefined })}
      >
        {tab === 'vote' ? (
          <div className="stack">
            <Card>
              <div className="stack">
                <ProgressBar
                  value={data.ballots}
                  max={data.eligible}
                  label={`${countText(data.ballots)} of ${plural(data.eligible, 'member')} voted`}
                />
                <VoteFacts vote={data} />
                {data.meetingId && (
                  <p>
                    <Link to="/coop/governance/$meetingId" params={{ meetingId: data.meetingId }}>
                      {data.meeting}
                    </Link>
                  </p>
                )}
              </div>
            </Card>
            <VoteResult vote={data} />
          </div>
        ) : (
          <Card flush>
            <Roll vote={data} />
          </Card>
        )}
      </Tabs>
      {doing === 'close' && <CloseDialog vote={data} onClose={close} />}
      {doing === 'confirm' && <ConfirmDialog vote={data} onClose={close} />}
      {doing === 'cancel' && (
        <ReasonDialog
          endpoint={cancelVote}
          input={{ id: data.id }}
          title="Cancel this vote?"
          description="Its ballots are not counted. Open a new vote to vote again."
          button="Cancel vote"
          keep="Keep vote"
          failed="The vote was not cancelled"
          done="Vote cancelled"
          onClose={close}
        />
      )}
    </Page>
  )
}

function Actions({ vote, onDo }: { vote: Vote; onDo: (what: 'close' | 'confirm' | 'cancel') => void }) {
  if (vote.status === 'open')
    return (
      <>
        <Button needs="meeting.manage" look="danger" onClick={() => onDo('cancel')}>
          Cancel vote
        </Button>
        {isDue(vote) && (
          <Button needs="meeting.manage" look="primary" onClick={() => onDo('close')}>
            Close and count
          </Button>
        )}
      </>
    )
  if (vote.status !== 'closed' || vote.confirmations.some(({ isOwn }) => isOwn)) return null
  return (
    <Button needs="meeting.manage" look="primary" onClick={() => onDo('confirm')}>
      Confirm result
    </Button>
  )
}

function CloseDialog({ vote, onClose }: { vote: Vote; onClose: () => void }) {
  const action = useAction(closeVote)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Close the vote and count the ballots?"
      description={`${countText(vote.ballots)} of ${plural(vote.eligible, 'member')} voted. No ballot is taken afterwards.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={action.isPending}
          onClick={() => action.mutate({ id: vote.id }, toastThen('Vote closed and counted', onClose))}
        >
          Close and count
        </CancelOr>
      }
    >
      {action.error && <RefusedBanner error={action.error} title="The vote was not closed" />}
    </Dialog>
  )
}

function ConfirmDialog({ vote, onClose }: { vote: Vote; onClose: () => void }) {
  const action = useAction(confirmVote)
  const [castingVote, setCastingVote] = useState<CastingVote | ''>(vote.castingVote ?? '')
  const isTied = vote.outcome === 'tied'
  const refused = fieldErrors(action.error)
  const isLast = vote.confirmations.length + 1 >= vote.confirmationsNeeded
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm the result?"
      description={
        isLast
          ? `You confirm as a returning officer. The result is then final${vote.meetingId ? ' and among the resolutions of its meeting' : ''}.`
          : 'You confirm as a returning officer. Another officer has to confirm it too.'
      }
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={action.isPending}
          onClick={() =>
            action.mutate({ id: vote.id, ...(castingVote && { castingVote }) }, toastThen('Result confirmed', onClose))
          }
        >
          Confirm result
        </CancelOr>
      }
    >
      <div className="stack">
        {action.error && !refused['castingVote'] && (
          <RefusedBanner error={action.error} title="The result was not confirmed" />
        )}
        {isTied && (
          <Select
            label="Chair’s casting vote"
            placeholder="Choose"
            value={castingVote}
            options={castingVotes.map((value) => ({ value, label: castingVoteNames[value] }))}
            onChange={setCastingVote}
            error={refused['castingVote']}
          />
        )}
      </div>
    </Dialog>
  )
}

const columns: Column<RollEntry>[] = [
  {
    key: 'member',
    header: 'Member',
    sort: 'lastName',
    card: 'title',
    cell: (row) => <MemberLink {...memberOf(row)} />,
  },
  { key: 'may', header: 'May vote', cell: ({ exclusion }) => (exclusion === null ? 'Yes' : exclusionNames[exclusion]) },
  {
    key: 'voted',
    header: 'Voted',
    card: 'corner',
    cell: ({ exclusion, hasVoted }) => (hasVoted ? 'Yes' : exclusion === null ? 'No' : '–'),
  },
]

function memberOf({ memberId, firstName, lastName, membershipno }: RollEntry) {
  return { memberId, name: `${firstName} ${lastName}`, membershipno }
}

const shows = ['all', 'eligible', 'excluded', 'voted'] as const

/** The roll as it was fixed at the opening. */
function Roll({ vote: { id, isSecret } }: { vote: Vote }) {
  const { list, q, choice, filters, set } = useList(listVoteRoll, { id })
  return (
    <>
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          label="Show"
          hideLabel
          value={choice('show', shows) ?? 'all'}
          options={[
            { value: 'all', label: 'All members' },
            { value: 'eligible', label: 'May vote' },
            { value: 'excluded', label: 'May not vote' },
            { value: 'voted', label: isSecret ? 'Got their ballot' : 'Voted' },
          ]}
          onChange={(show) => set({ show: show === 'all' ? undefined : show })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the roll"
        set={set}
        caption="Roll"
        columns={columns}
        rowKey={({ memberId }) => memberId}
        sort={filters.sort ?? 'lastName'}
        empty={<EmptyState icon={Users} title="No member matches" />}
      />
    </>
  )
}
