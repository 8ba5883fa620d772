import { useQuery } from '@tanstack/react-query'
import { listBallots } from '#features/governance/votes/contract.ts'
import { Download, Trash2 } from 'lucide'
import { useState } from 'react'
import { wholeList } from '#ui/api/whole-list.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { saveFile } from '#ui/save-file.ts'
import { choiceText, type Vote } from './api.ts'
import { dropBallot, type StoredBallot } from './kept-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Props = { vote: Vote; kept: StoredBallot; onRemoved: () => void }

/** The receipt of a secret ballot, which this device alone has; after the count, the ballot that it belongs to. */
export function OwnReceipt({ vote, kept, onRemoved }: Props) {
  const [isAsking, setAsking] = useState(false)
  const receipt = useQuery({
    queryKey: ['ballot-receipt', kept.serial],
    queryFn: async () => (await import('./ballot-api.ts')).receiptOf(kept.serial),
    staleTime: Infinity,
  }).data
  if (receipt === undefined) return null
  const text = fill(strings.receiptSerial, { wording: vote.wording, receipt, serial: kept.serial })
  const isCounted = vote.status === 'closed' || vote.status === 'confirmed'
  return (
    <Card
      title={strings.yourReceipt}
      actions={
        <>
          <Button size="small" icon={Trash2} onClick={() => setAsking(true)}>
            {strings.remove}
          </Button>
          <Button size="small" icon={Download} onClick={() => saveFile(new Blob([text]), `receipt-${receipt}.txt`)}>
            {strings.save}
          </Button>
          <CopyButton text={receipt} label={strings.copy} />
        </>
      }
    >
      <div className="stack">
        <p className="number">
          <strong>{receipt}</strong>
        </p>
        {isCounted ? <OwnBallot vote={vote} kept={kept} /> : <p className="muted">{strings.thisDeviceAloneHasIt}</p>}
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={strings.removeTheReceiptFromThis}
        description={strings.yourVoteCountsAllThe}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{strings.keepReceipt}</Button>
            <Button
              look="danger"
              onClick={() => {
                dropBallot(vote.id)
                onRemoved()
              }}
            >
              {strings.removeReceipt}
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
  if (ballots.isError) return <LoadProblem title={strings.failedToLoadTheBallots} of={ballots} />
  if (!ballots.data) return <SkeletonLines lines={1} />
  const found = ballots.data.find(({ serial }) => serial === kept.serial)
  const isSame = found?.choices.join() === kept.choices.join()
  if (found && isSame)
    return (
      <Banner tone="success">
        {fill(strings.yourBallotIsCounted, { options: choiceText(vote.options, found.choices) })}
      </Banner>
    )
  return (
    <Banner tone="danger" title={found ? strings.yourBallotWasChanged : strings.yourBallotIsNotAmong}>
      {fill(strings.youChoseShowYourReceipt, { options: choiceText(vote.options, kept.choices) })}
    </Banner>
  )
}
