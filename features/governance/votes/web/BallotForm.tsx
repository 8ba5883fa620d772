import { castOpenBallot } from '#features/governance/votes/contract.ts'
import { useState } from 'react'
import { renew } from '#ui/api/renewal.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import './BallotForm.css'
import { choiceText, type Vote } from './api.ts'
import type { StoredBallot } from './kept-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const secretBallot = () => import('./ballot-api.ts')

type Props = { vote: Vote; kept: StoredBallot | undefined; onCast: () => void }

/** The ballot: choose, confirm, and it is cast. One that was begun and not sent is finished as it is. */
export function BallotForm({ vote, kept, onCast }: Props) {
  const { options, chooseMax, isSecret } = vote
  const [chosen, setChosen] = useState<readonly number[]>(kept?.choices ?? [])
  const [tries, setTries] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const problem =
    chosen.length === 0
      ? strings.chooseAnOption
      : chosen.length > chooseMax
        ? fill(strings.chooseAtMost, { chooseMax })
        : undefined
  const choose = (place: number, on: boolean) =>
    setChosen(
      chooseMax === 1
        ? [place]
        : (on ? [...chosen, place] : chosen.filter((each) => each !== place)).toSorted((a, b) => a - b),
    )
  return (
    <Form
      className="stack"
      problems={tries > 0 && problem ? tries : null}
      onSubmit={() => {
        setTries(tries + 1)
        if (!problem) setAsking(true)
      }}
    >
      {kept && (
        <Banner tone="warning" title={strings.yourBallotWasNotSent}>
          {fill(strings.youChoseOnThisDevice, { options: choiceText(options, kept.choices) })}
        </Banner>
      )}
      <fieldset className="ballot-options" disabled={kept !== undefined}>
        <legend>{chooseMax === 1 ? strings.chooseOne : fill(strings.chooseUpTo, { chooseMax })}</legend>
        {options.map((name, n) =>
          chooseMax === 1 ? (
            <label key={name} className="checkbox">
              <input type="radio" name="choice" checked={chosen.includes(n + 1)} onChange={() => choose(n + 1, true)} />
              <span>{name}</span>
            </label>
          ) : (
            <Checkbox key={name} label={name} checked={chosen.includes(n + 1)} onChange={(on) => choose(n + 1, on)} />
          ),
        )}
        {tries > 0 && problem && <p className="field__error">{problem}</p>}
      </fieldset>
      {isSecret && <p className="muted">{strings.yourBallotIsSignedWithout}</p>}
      <div>
        <Button look="primary" type="submit" {...(isSecret && { loads: secretBallot })}>
          {strings.vote}
        </Button>
      </div>
      {isAsking && <ConfirmDialog {...{ vote, chosen, onCast }} onClose={() => setAsking(false)} />}
    </Form>
  )
}

function ConfirmDialog({
  vote,
  chosen,
  onCast,
  onClose,
}: {
  vote: Vote
  chosen: readonly number[]
  onCast: () => void
  onClose: () => void
}) {
  const openly = useAction(castOpenBallot)
  const [secretly, setSecretly] = useState<{ isPending: boolean; error: Error | null }>({
    isPending: false,
    error: null,
  })
  const { isPending, error } = vote.isSecret ? secretly : openly
  async function cast() {
    if (!vote.isSecret) {
      openly.mutate({ id: vote.id, choices: [...chosen] }, { onSuccess: onClose })
      return
    }
    setSecretly({ isPending: true, error: null })
    try {
      const { voteSecretly } = await secretBallot()
      await voteSecretly(vote, chosen)
      onCast()
      onClose()
      await renew()
    } catch (thrown) {
      setSecretly({ isPending: false, error: thrown instanceof Error ? thrown : new Error(String(thrown)) })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={fill(strings.voteOptions, { options: choiceText(vote.options, chosen) })}
      description={strings.youVoteOnceAndYour}
      actions={
        <>
          <Button onClick={onClose}>{strings.notYet}</Button>
          <Button look="primary" busy={isPending} onClick={() => void cast()}>
            {strings.castMyVote}
          </Button>
        </>
      }
    >
      {error && <RefusedBanner error={error} title={strings.yourVoteWasNotSent} />}
    </Dialog>
  )
}
