import { useQuery } from '@tanstack/react-query'
import { allocatePayment, suggestPayers } from '#features/payments/online-payments/contract.ts'
import { useState } from 'react'
import type { MemberId } from '#core/ids.ts'
import { subtract, zeroKobo } from '#core/money.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { type FoundMember, choiceQueries } from '#ui/parts/choices.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { type MemberPayment, payerOf } from './api.ts'
import { type Chosen, linesOf, PayLines, totalOf } from '#ui/parts/PayLines.tsx'
import { usePayables } from '#ui/parts/payables.ts'

/** Puts money that could not be posted on the accounts of a member: the one who paid it, unless the officer says otherwise. */
export function AllocateDrawer({ payment, onClose }: { payment: MemberPayment; onClose: () => void }) {
  const received = payment.received ?? zeroKobo
  const [suggested, setSuggested] = useState<{ memberId: MemberId | null; membershipno: string | null }>(payment)
  const { membershipno } = suggested
  const payer = useQuery({ ...choiceQueries.members(membershipno ?? '', false), enabled: membershipno !== null })
  const [other, setOther] = useState<FoundMember | 'none'>()
  const member =
    other === 'none' ? undefined : (other ?? payer.data?.find(({ memberid }) => memberid === suggested.memberId))
  const suggestions = useQuery({
    ...query(suggestPayers, { paymentId: payment.id }),
    enabled: payment.memberId === null,
  })
  const memberId = member?.memberid as MemberId | undefined
  const [chosen, setChosen] = useState<Chosen>({ contribution: received })
  const [tries, setTries] = useState(0)
  const allocate = useAction(allocatePayment)
  const payables = usePayables(memberId)
  const lines = linesOf(payables, chosen)
  const left = subtract(received, totalOf(chosen))
  const refused = fieldErrors(allocate.error)
  function submit() {
    setTries(tries + 1)
    if (!lines || !memberId || left !== zeroKobo) return
    allocate.mutate({ paymentId: payment.id, memberId, lines }, toastThen('Payment allocated', onClose))
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Allocate a payment"
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="allocate" busy={allocate.isPending}>
          Allocate {moneyText(received)}
        </CancelOr>
      }
    >
      <Form id="allocate" className="stack" onSubmit={submit} problems={allocate.error}>
        <ActionProblem
          error={allocate.error}
          title="The payment was not allocated"
          isBeside={Object.keys(refused).some((field) => field.startsWith('lines.') || field === 'memberId')}
        />
        {payment.whyNotPosted && <Banner tone="warning" title={payment.whyNotPosted} />}
        <Facts
          items={[
            { label: 'Paid by', value: [payerOf(payment), payment.membershipno].filter(Boolean).join(', ') },
            { label: 'Sent to', value: payment.sentTo && <span className="number">{payment.sentTo}</span> },
            { label: 'Received', value: <MoneyText amount={received} /> },
            { label: 'Reference', value: <span className="number">{payment.reference}</span> },
          ]}
        />
        {(suggestions.data?.suggestions ?? []).map((each) => (
          <p key={each.memberId} className="row">
            <span>
              <strong>{each.name}</strong> <span className="number">{each.membershipno}</span>
              <br />
              <span className="muted">Suggested because {each.why}.</span>
            </span>
            <Button
              size="small"
              aria-label={`Choose ${each.name}`}
              onClick={() => {
                setSuggested(each)
                setOther(undefined)
                setChosen({ contribution: received })
              }}
            >
              Choose
            </Button>
          </p>
        ))}
        <MemberField
          label="Member"
          selected={member}
          onSelect={(next) => {
            setOther(next ?? 'none')
            setChosen({ contribution: received })
          }}
          error={tries > 0 && !memberId ? 'Choose the member' : refused['memberId']}
        />
        <PayLines payables={payables} chosen={chosen} onChoose={setChosen} errors={refused} />
        <p aria-live="polite">
          Left to allocate: <MoneyText amount={left} />
        </p>
        {tries > 0 && left !== zeroKobo && (
          <Banner tone="danger" title={`The lines must come to ${moneyText(received)}, which was received.`} />
        )}
      </Form>
    </Drawer>
  )
}
