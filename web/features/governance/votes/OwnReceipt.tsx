import { useQuery } from '@tanstack/react-query'
import { listBallots } from '#contract/governance/votes.ts'
import { Download, Trash2 } from 'lucide'
import { useState } from 'react'
import { wholeList } from '#web/api/whole-list.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { choiceText, type Vote } from './api.ts'
import { dropBallot, type KeptBallot } from './kept-api.ts'

type Props = { vote: Vote; kept: KeptBallot; onRemoved: () => void }

/** The receipt of a secret ballot, which this device alone has; after the count, the ballot that it belongs to. */
export function OwnReceipt({ vote, kept, onRemoved }: Props) {
  const [isAsking, setAsking] = useState(false)
  const receipt = useQuery({
    queryKey: ['ballot-receipt', kept.serial],
    queryFn: async () => (await import('./ballot-api.ts')).receiptOf(kept.serial),
    staleTime: Infinity,
  }).data
  if (receipt === undefined) return null
  const text = `${vote.wording}\nReceipt ${receipt}\nSerial ${kept.serial}\n`
  const isCounted = vote.status === 'closed' || vote.status === 'confirmed'
  return (
    <Card
      title="Your receipt"
      actions={
        <>
          <Button size="small" icon={Trash2} onClick={() => setAsking(true)}>
            Remove
          </Button>
          <Button size="small" icon={Download} onClick={() => saveFile(new Blob([text]), `receipt-${receipt}.txt`)}>
            Save
          </Button>
          <CopyButton text={receipt} label="Copy" />
        </>
      }
    >
      <div className="stack">
        <p className="number">
          <strong>{receipt}</strong>
        </p>
        {isCounted ? (
          <OwnBallot vote={vote} kept={kept} />
        ) : (
          <p className="muted">
            This device alone has it. After the count you find your ballot by it. Remove it from a device that others
            use.
          </p>
        )}
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the receipt from this device?"
        description="Your vote counts all the same. Without the receipt you can’t find your ballot after the count."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep receipt</Button>
            <Button
              look="danger"
              onClick={() => {
                dropBallot(vote.id)
                onRemoved()
              }}
            >
              Remove receipt
            </Button>
          </>
        }
      />
    </Card>
  )
}

/** Reads all ballots and looks for the own one here, so that the server is not told which it is. */
function OwnBallot({ vote, kept }: Pick<Props, 'vote' | 'kept'>) {
  const ballots = useQuery(wholeList(listBallots, { id: vote.id }))
  if (ballots.isError) return <LoadProblem title="Failed to load the ballots" of={ballots} />
  if (!ballots.data) return <SkeletonLines lines={1} />
  const found = ballots.data.find(({ serial }) => serial === kept.serial)
  const isSame = found?.choices.join() === kept.choices.join()
  if (found && isSame)
    return <Banner tone="success">Your ballot is counted: {choiceText(vote.options, found.choices)}.</Banner>
  return (
    <Banner
      tone="danger"
      title={found ? 'Your ballot was changed' : 'Your ballot is not among those that were counted'}
    >
      You chose {choiceText(vote.options, kept.choices)}. Show your receipt to your secretary and your auditor.
    </Banner>
  )
}
