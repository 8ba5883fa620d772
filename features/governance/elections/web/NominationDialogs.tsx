import {
  answerNomination,
  nominateCandidate,
  secondCandidate,
  withdrawCandidacy,
} from '#features/governance/elections/contract.ts'
import { type ReactNode, useState } from 'react'
import { statementMax } from '#features/governance/elections/rules/election.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Doing, Election } from './api.ts'

/** What a member does in an election, with what it needs. */
export function NominationDialogs({
  election,
  doing,
  onClose,
}: {
  election: Election
  doing: Doing
  onClose: () => void
}) {
  if (!('candidate' in doing)) return <NominateDialog election={election} doing={doing} onClose={onClose} />
  if (doing.act === 'accept') return <AcceptDialog doing={doing} onClose={onClose} />
  return <SureDialog doing={doing} onClose={onClose} />
}

type OfCandidate = Extract<Doing, { candidate: unknown }>

function NominateDialog({
  election,
  doing: { act, post },
  onClose,
}: {
  election: Election
  doing: Exclude<Doing, { candidate: unknown }>
  onClose: () => void
}) {
  const [membershipno, setNumber] = useState('')
  const [statement, setStatement] = useState('')
  const [tries, setTries] = useState(0)
  const action = useAction(nominateCandidate)
  const refused = fieldErrors(action.error)
  const missing = act === 'other' && membershipno.trim() === '' ? 'Enter the membership number' : undefined
  return (
    <Asking
      title={act === 'self' ? `Be a candidate for ${post.title}?` : `Nominate a member for ${post.title}`}
      description={
        act === 'self'
          ? 'Other members read your statement and second you.'
          : 'They are notified and accept or decline before nominations close.'
      }
      button="Nominate"
      failed="The nomination was not received"
      action={action}
      isBeside={refused['membershipno'] !== undefined}
      problems={tries > 0 && missing ? tries : action.error}
      onClose={onClose}
      onSubmit={() => {
        setTries(tries + 1)
        if (!missing)
          action.mutate(
            {
              ...{ id: election.id, postId: post.postId },
              ...(act === 'other' ? { membershipno: membershipno.trim() } : { statement }),
            },
            toastThen('Nomination received', onClose),
          )
      }}
    >
      {act === 'other' ? (
        <TextField
          label="Membership number"
          maxLength={40}
          value={membershipno}
          onChange={setNumber}
          error={(tries > 0 ? missing : undefined) ?? refused['membershipno']}
          data-autofocus
        />
      ) : (
        <Statement value={statement} onChange={setStatement} error={refused['statement']} />
      )}
    </Asking>
  )
}

function AcceptDialog({ doing: { post, candidate }, onClose }: { doing: OfCandidate; onClose: () => void }) {
  const [statement, setStatement] = useState(candidate.statement)
  const action = useAction(answerNomination)
  return (
    <Asking
      title={`Accept the nomination for ${post.title}?`}
      description="Other members read your statement."
      button="Accept nomination"
      failed="Your answer was not recorded"
      action={action}
      problems={action.error}
      onClose={onClose}
      onSubmit={() =>
        action.mutate(
          { candidateId: candidate.id, isAccepted: true, statement },
          toastThen('Nomination accepted', onClose),
        )
      }
    >
      <Statement value={statement} onChange={setStatement} error={fieldErrors(action.error)['statement']} />
    </Asking>
  )
}

function SureDialog({ doing: { act, post, candidate }, onClose }: { doing: OfCandidate; onClose: () => void }) {
  const answer = useAction(answerNomination)
  const withdraw = useAction(withdrawCandidacy)
  const second = useAction(secondCandidate)
  const candidateId = candidate.id
  const asked = {
    decline: {
      title: `Decline the nomination for ${post.title}?`,
      description: 'You can’t be nominated for this post again in this election.',
      button: 'Decline',
      action: answer,
      onSubmit: () => answer.mutate({ candidateId, isAccepted: false }, toastThen('Nomination declined', onClose)),
    },
    withdraw: {
      title: `Withdraw as a candidate for ${post.title}?`,
      description: 'You can’t be nominated for this post again in this election.',
      button: 'Withdraw',
      action: withdraw,
      onSubmit: () => withdraw.mutate({ candidateId }, toastThen('You are no longer a candidate', onClose)),
    },
    second: {
      title: `Second ${candidate.name} for ${post.title}?`,
      description: 'Your name is not shown to other members, and you can’t take it back.',
      button: 'Second',
      action: second,
      onSubmit: () => second.mutate({ candidateId }, toastThen('You seconded this candidate', onClose)),
    },
    accept: undefined,
  }[act]
  if (!asked) return null
  return <Asking {...asked} failed="It was not recorded" problems={asked.action.error} onClose={onClose} />
}

function Statement({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (text: string) => void
  error: string | undefined
}) {
  return (
    <TextAreaField
      label="Statement"
      optional
      hint="Why members should elect you"
      rows={5}
      maxLength={statementMax}
      value={value}
      onChange={onChange}
      error={error}
      data-autofocus
    />
  )
}

function Asking({
  title,
  description,
  button,
  failed,
  action,
  isBeside = false,
  problems,
  onClose,
  onSubmit,
  children,
}: {
  title: string
  description: string
  button: string
  failed: string
  action: { error: Error | null; isPending: boolean }
  /** Whether the refusal is shown beside a field. */
  isBeside?: boolean
  problems: unknown
  onClose: () => void
  onSubmit: () => void
  children?: ReactNode
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="election" busy={action.isPending}>
          {button}
        </CancelOr>
      }
    >
      <Form id="election" className="stack" problems={problems} onSubmit={onSubmit}>
        {action.error && !isBeside && <RefusedBanner error={action.error} title={failed} />}
        {children}
      </Form>
    </Dialog>
  )
}
