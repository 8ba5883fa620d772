import { disposeOfFixedAsset, removeFixedAsset } from '#features/accounting/fixed-assets/contract.ts'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { DateField } from '#ui/DateField.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import type { FixedAsset } from './api.ts'

/** The sale of an asset, or its end without proceeds. */
export function DisposeDialog({ asset, onClose }: { asset: FixedAsset; onClose: () => void }) {
  const [on, setOn] = useState<string>(todayInLagos())
  const [proceeds, setProceeds] = useState<Kobo | undefined>(zeroKobo)
  const [paidThrough, setPaidThrough] = useState<AccountId>()
  const waits = useWillWait('journal', asset.cost)
  const result = (proceeds ?? zeroKobo) - asset.bookValue
  return (
    <ReasonDialog
      endpoint={disposeOfFixedAsset}
      input={{
        assetId: asset.assetId,
        occurredOn: (isDay(on) ? on : todayInLagos()) as Day,
        proceeds: proceeds ?? zeroKobo,
        ...(paidThrough && { paidThrough }),
      }}
      title={`Sell or scrap ${asset.name}`}
      description={`Its book value is ${moneyText(asset.bookValue)}. ${
        result === 0n
          ? 'No gain and no loss.'
          : result > 0n
            ? `Gain: ${moneyText(kobo(result))}.`
            : `Loss: ${moneyText(kobo(-result))}.`
      } Depreciation must be posted through the month before.`}
      button={waits ? 'Send for approval' : 'Post disposal'}
      look="primary"
      waits={waits}
      failed="The disposal was not posted"
      done={({ status }) => (status === 'pending' ? 'The disposal waits for approval' : 'Disposal posted')}
      fields={(refused) => (
        <>
          <DateField
            label="Disposed of on"
            min={asset.boughtOn}
            max={todayInLagos()}
            value={on}
            onChange={setOn}
            error={isDay(on) ? refused['occurredOn'] : 'Choose the day'}
          />
          <MoneyField
            label="Proceeds"
            hint="Zero where it is scrapped"
            value={proceeds}
            onChange={setProceeds}
            error={refused['proceeds']}
          />
          {proceeds !== undefined && proceeds > zeroKobo && (
            <PaidThrough
              label="Received in"
              value={paidThrough}
              onChange={setPaidThrough}
              error={refused['paidThrough']}
            />
          )}
        </>
      )}
      onClose={onClose}
    />
  )
}

/** Takes an asset off the register that was entered by mistake. */
export function RemoveDialog({ asset, onClose }: { asset: FixedAsset; onClose: () => void }) {
  return (
    <ReasonDialog
      endpoint={removeFixedAsset}
      input={{ assetId: asset.assetId }}
      title={`Remove ${asset.name}?`}
      description={`${asset.number}, bought on ${dayText(asset.boughtOn)}, was entered by mistake. Nothing is posted. To record a sale, choose Sell or scrap.`}
      button="Remove asset"
      failed="The asset was not removed"
      done="Asset removed"
      onClose={onClose}
    />
  )
}
