import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allocateHeldMoney } from '#features/payments/held-money/contract.ts'
import { type Day, isDay } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { type Kobo, subtract, zeroKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { type Chosen, linesOf, PayLines, totalOf } from '#ui/parts/PayLines.tsx'
import { usePayables } from '#ui/parts/payables.ts'
import { choiceQueries, type FoundMember } from '#ui/parts/choices.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { HeldMoney } from './api.ts'

/** Puts held money, or a part of it, on the accounts of a member: the one that the file or the payment names, unless the officer says otherwise. */
export function AllocateHeldMoney({ item, free, onClose }: { item: HeldMoney; free: Kobo; onClose: () => void }) {
  const named = useQuery({
    ...choiceQueries.members(item.membershipno ?? '', false),
    enabled: item.membershipno !== null,
  })
  const [other, setOther] = useState<FoundMember | 'none'>()
  const member =
    other === 'none' ? undefined : (other ?? named.data?.find(({ memberid }) => memberid === item.memberId))
  const memberId = member?.memberid as MemberId | undefined
  const [chosen, setChosen] = useState<Chosen>({ contribution: free })
  const [on, setOn] = useState<string>(todayInLagos())
  const allocate = useAction(allocateHeldMoney)
  const payables = usePayables(memberId)
  const lines = linesOf(payables, chosen)
  const left = subtract(free, totalOf(chosen))
  const problems = {
    ...(!memberId && { memberId: 'Choose the member' }),
    ...((!lines || lines.length === 0) && { lines: 'Choose what it is for, and enter the amount' }),
    ...(left < zeroKobo && { lines: `Only ${moneyText(free)} is left of this money` }),
    ...(!isDay(on) && { occurredOn: 'Choose the day' }),
  }
  const tried = useTried(allocate, problems)
  const { shown } = tried
  return (
    <FormDrawer
      id="allocate-held-money"
      tried={tried}
      title="Allocate held money"
      description={`${moneyText(free)} from ${item.from}. You can allocate all or part of it.`}
      button="Allocate"
      failed="The money was not allocated"
      onSubmit={() =>
        memberId &&
        lines &&
        allocate.mutate(
          { entryId: item.entryId, line: item.line ?? undefined, memberId, lines, occurredOn: on as Day },
          toastThen('Held money allocated', onClose),
        )
      }
      onClose={onClose}
    >
      <MemberField
        label="Member"
        selected={member}
        onSelect={(next) => {
          setOther(next ?? 'none')
          setChosen({ contribution: free })
        }}
        error={shown['memberId']}
      />
      <PayLines payables={payables} chosen={chosen} onChoose={setChosen} errors={shown} />
      {shown['lines'] && <Banner tone="danger" title={shown['lines']} />}
      <p aria-live="polite">
        Stays held: <MoneyText amount={left} />
      </p>
      <DateField label="Dated" max={todayInLagos()} value={on} onChange={setOn} error={shown['occurredOn']} />
    </FormDrawer>
  )
}
