import { cancelVote, closeVote, confirmVote } from '#features/governance/votes/contract.ts'
import { useState } from 'react'
import { castingVotes, type CastingVote } from '#features/governance/votes/rules/words.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { countText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { castingVoteNames, type Vote, type VoteAct } from './api.ts'

/** Asks once more before an officer closes, confirms or cancels a vote. */
export function VoteDialogs({ vote, doing, onClose }: { vote: Vote; doing: VoteAct; onClose: () => void }) {
  if (doing === 'close') return <CloseDialog vote={vote} onClose={onClose} />
  if (doing === 'confirm') return <ConfirmResult vote={vote} onClose={onClose} />
  return (
    <ReasonDialog
      endpoint={cancelVote}
      input={{ id: vote.id }}
      title="Cancel this vote?"
      description="Its ballots are destroyed, and the voters read your reason. With two or more officers another one has to approve it."
      button="Cancel vote"
      keep="Keep vote"
      failed="The vote was not cancelled"
      done="Vote cancelled"
      onClose={onClose}
    />
  )
}

function CloseDialog({ vote, onClose }: { vote: Vote; onClose: () => void }) {
  const action = useAction(closeVote)
  return (
    <ConfirmDialog
      action={action}
      title="Close the vote and count the ballots?"
      description={`${countText(vote.ballots)} of ${plural(vote.eligible, 'member')} voted. No ballot is taken afterwards.`}
      button="Close and count"
      failed="The vote was not closed"
      onConfirm={() => action.mutate({ id: vote.id }, toastThen('Vote closed and counted', onClose))}
      onClose={onClose}
    />
  )
}

function ConfirmResult({ vote, onClose }: { vote: Vote; onClose: () => void }) {
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
