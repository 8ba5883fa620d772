import { CircleAlert, CircleCheck, Clock } from 'lucide'
import { askGuarantor } from '#features/loans/guarantees/loan-guarantors.ts'
import { Suspense, lazy, useState } from 'react'
import type { MemberId } from '#core/ids.ts'
import { answerWayText } from '#features/loans/loans/rules/consent.ts'
import { guaranteedStatuses, guaranteeStatusLabels, reopenableStatuses } from '#features/loans/loans/rules/guarantee.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { GuarantorsField } from './GuarantorsField.tsx'
import type { LoanDetail } from './api.ts'
import type { Person } from './people-api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const ConsentLinkDialog = lazy(async () => ({ default: (await import('./ConsentLinkDialog.tsx')).ConsentLinkDialog }))
const SignedFormDialog = lazy(async () => ({ default: (await import('./SignedFormDialog.tsx')).SignedFormDialog }))

type Guarantor = LoanDetail['guarantors'][number]

const looks = {
  asked: { tone: 'warning', icon: Clock },
  accepted: { tone: 'success', icon: CircleCheck },
  declined: { tone: 'danger', icon: CircleAlert },
  replaced: { tone: 'neutral', icon: Clock },
} as const

/** Who guarantees the loan or was asked to, what it pledges, and the way to name somebody else. */
export function LoanGuarantors({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const [doing, setDoing] = useState<{ what: 'replace' | 'link'; memberId: MemberId }>()
  const close = () => setDoing(undefined)
  // In the address, as the list of approvals leads to the form that waits.
  const { filter, set } = useListSearch()
  const { required, accepted, cover, covered } = loan.guarantees
  const isOpen = guaranteedStatuses.includes(loan.status) || (officer && reopenableStatuses.includes(loan.status))
  const columns: Column<Guarantor>[] = [
    {
      key: 'name',
      header: strings.guarantor,
      card: 'title',
      cell: ({ name, membershipno }) => (
        <>
          {name} <MemberNumber membershipno={membershipno} />
        </>
      ),
    },
    { key: 'status', header: strings.answer, card: 'bare', cell: (row) => <AnswerCell guarantor={row} /> },
    { key: 'amount', header: strings.pledges, align: 'end', cell: ({ amount }) => <MoneyText amount={amount} /> },
    { key: 'held', header: strings.amountPledged, align: 'end', cell: ({ held }) => <MoneyText amount={held} /> },
    {
      key: 'replace',
      header: '',
      cell: ({ name, memberId, status }) =>
        isOpen &&
        status !== 'replaced' && (
          <div className="row">
            {status === 'asked' && (
              <Button
                needs="loan.apply"
                size="small"
                aria-label={fill(strings.sendConsentLinkTo, { name })}
                onClick={() => setDoing({ what: 'link', memberId })}
              >
                {strings.sendConsentLink}
              </Button>
            )}
            {status === 'asked' && officer && (may('pledge.place') || may('loan.decide')) && (
              <Button
                size="small"
                aria-label={fill(strings.signedFormOf, { name })}
                onClick={() => set({ form: memberId })}
              >
                {strings.signedForm}
              </Button>
            )}
            <Button
              needs="loan.apply"
              size="small"
              aria-label={fill(strings.replaceName, { name })}
              onClick={() => setDoing({ what: 'replace', memberId })}
            >
              {strings.replace}
            </Button>
          </div>
        ),
    },
  ]
  const guarantor = loan.guarantors.find(({ memberId }) => memberId === doing?.memberId)
  const signing =
    officer && isOpen
      ? loan.guarantors.find(({ memberId, status }) => memberId === filter('form') && status === 'asked')
      : undefined
  return (
    <>
      <p className="card__note">
        {required === 0
          ? loan.guarantors.length === 0 && strings.thisLoanNeedsNoGuarantor
          : fill(strings.ofNeededHaveAccepted, { accepted, required })}
        {cover > 0n && ' '}
        {cover > 0n && fill(strings.theirSavingsCoverOf, { covered: moneyText(covered), cover: moneyText(cover) })}
      </p>
      <Table
        caption={strings.guarantors}
        columns={columns}
        rows={loan.guarantors}
        rowKey={({ memberId }) => memberId}
      />
      {guarantor && doing?.what === 'replace' && (
        <ReplaceGuarantor loan={loan} officer={officer} old={guarantor} onClose={close} />
      )}
      <Suspense>
        {guarantor && doing?.what === 'link' && (
          <ConsentLinkDialog loan={loan} guarantor={guarantor} officer={officer} onClose={close} />
        )}
        {signing && <SignedFormDialog loan={loan} guarantor={signing} onClose={() => set({ form: undefined })} />}
      </Suspense>
    </>
  )
}

/** The answer and how it was given, or what is under way until there is one. */
function AnswerCell({
  guarantor: { status, replaces, answeredWay, confirmedBy, answeredAt, linkSentAt, paper },
}: {
  guarantor: Guarantor
}) {
  return (
    <div>
      <Tag {...looks[status]}>{guaranteeStatusLabels[status] ?? status}</Tag>
      {status === 'asked' && replaces && <span className="muted"> {fill(strings.insteadOf, { replaces })}</span>}
      {answeredWay && answeredAt && (
        <div className="muted">
          {answerWayText(answeredWay, confirmedBy)}
          {answeredWay !== 'old_books' && (
            <>
              , <DateText on={answeredAt} />
            </>
          )}
        </div>
      )}
      {status === 'asked' &&
        (paper ? (
          <div className="muted">{strings.signedFormToBeConfirmed}</div>
        ) : (
          linkSentAt && (
            <div className="muted">{fillElements(strings.linkMade, { linkSentAt: <DateText on={linkSentAt} /> })}</div>
          )
        ))}
    </div>
  )
}

function ReplaceGuarantor({
  loan,
  officer,
  old,
  onClose,
}: {
  loan: LoanDetail
  officer: boolean
  old: Guarantor
  onClose: () => void
}) {
  const [named, setNamed] = useState<readonly Person[]>([])
  const [tries, setTries] = useState(0)
  const ask = useAction(askGuarantor)
  const person = named.at(-1)
  const errors = fieldErrors(ask.error)
  function submit() {
    setTries(tries + 1)
    if (!person) return
    ask.mutate(
      { loanId: loan.id, memberId: person.memberId as MemberId, replaces: old.memberId },
      toastThen(fill(strings.isAsked, { name: person.name }), onClose),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={fill(strings.replaceName2, { name: old.name })}
      description={
        old.status === 'accepted'
          ? fill(strings.staysBoundUntilTheNew, { name: old.name })
          : fill(strings.isNoLongerAsked, { name: old.name })
      }
      actions={
        <CancelOr onCancel={onClose} look="primary" busy={ask.isPending} onClick={submit}>
          {person ? fill(strings.askName, { name: person.name }) : strings.ask}
        </CancelOr>
      }
    >
      {ask.error && (
        <Banner tone="danger" title={strings.noGuarantorWasAsked}>
          {errors['memberId'] ?? sentence(ask.error)}
        </Banner>
      )}
      <GuarantorsField
        officer={officer}
        guarantors={person ? [person] : []}
        required={1}
        error={tries > 0 && !person ? strings.nameTheNewGuarantor : undefined}
        onChange={(all) => setNamed(all)}
      />
    </Dialog>
  )
}
