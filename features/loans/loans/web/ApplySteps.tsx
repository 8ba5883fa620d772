import { useQuery } from '@tanstack/react-query'
import { isDay } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { evenParts, partOf } from '#features/loans/loans/rules/loan-terms.ts'
import { instalmentsInWords, repaidEveryLabels } from '#features/loans/loans/rules/repaid-every.ts'
import { FilesField } from '#ui/FilesField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Table } from '#ui/Table.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText } from '#ui/format.ts'
import { InWords } from './InWords.tsx'
import { EligibilityRules } from './EligibilityRules.tsx'
import { GoodsInWords } from './GoodsField.tsx'
import { GuarantorsField } from './GuarantorsField.tsx'
import { type Eligibility, type EligibleLoan, instalmentsOf, settlementOf, type Wish } from './eligibility-api.ts'
import { previewQuery } from './preview-api.ts'
import { LoanWishFields } from './LoanWishFields.tsx'
import { errorOfSettles, SettlesField } from './SettlesField.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Shown = Record<string, string | undefined>

/** How much and what for, with each rule beside it for this very amount. */
export function AmountStep({
  wish,
  eligibility,
  loan,
  shown,
  set,
}: {
  wish: Wish
  eligibility: Eligibility
  loan: EligibleLoan | undefined
  shown: Shown
  set: (changes: Partial<Wish>) => void
}) {
  return (
    <>
      {!loan?.forGoods && (
        <SettlesField
          running={eligibility.running}
          chosen={wish.settles}
          error={errorOfSettles(shown)}
          onChange={(settles) => set({ settles })}
        />
      )}
      <LoanWishFields values={wish} loans={eligibility.loans} loan={loan} shown={shown} set={set} />
      <TextField
        label={strings.collateral}
        optional
        maxLength={300}
        placeholder={strings.generatorLandPapers}
        value={wish.collateral}
        onChange={(collateral) => set({ collateral })}
        error={shown['collateral']}
      />
      {loan && (
        <section>
          <h2 className="card__title">{strings.howMuchMayIBorrow}</h2>
          <EligibilityRules loan={loan} />
        </section>
      )}
    </>
  )
}

/** What it costs and when each instalment falls due, if it were paid out today. */
export function TermsStep({ wish, loan }: { wish: Wish; loan: EligibleLoan }) {
  const preview = useQuery(previewQuery(loan, wish.principal ?? kobo(0), instalmentsOf(wish) ?? 1))
  if (preview.isError) return <LoadProblem title={strings.failedToLoadTheSchedule} of={preview} />
  if (!preview.data) return <SkeletonLines lines={8} />
  const { instalments, totals, monthlyInstalment, nominalYearlyRatePercent, effectiveAnnualRate } = preview.data
  const { interestDeducted, feesDeducted } = preview.data
  const deducted = kobo(interestDeducted + feesDeducted)
  const fees = kobo(totals.fees + feesDeducted)
  return (
    <>
      <Facts
        items={[
          { label: strings.youBorrow, value: <MoneyText amount={totals.principal} /> },
          {
            label: strings.youReceive,
            value: deducted > kobo(0) && <MoneyText amount={kobo(totals.principal - deducted)} />,
          },
          // The regular instalment is principal and interest; what is paid each time has its fee too.
          {
            label: repaidEveryLabels[loan.repaidEvery],
            value: (
              <MoneyText amount={totals.fees > 0n ? (instalments[0]?.total ?? monthlyInstalment) : monthlyInstalment} />
            ),
          },
          // What is taken off when it is paid out never reaches the member, and is in the principal that is paid back.
          { label: strings.youPayBackInAll, value: <MoneyText amount={totals.total} /> },
          { label: strings.interest, value: <MoneyText amount={kobo(totals.interest + interestDeducted)} /> },
          { label: strings.fees, value: fees > kobo(0) && <MoneyText amount={fees} /> },
          { label: strings.annualPercentageRate, value: `${nominalYearlyRatePercent} %` },
          { label: strings.effectiveYearlyRate, value: `${effectiveAnnualRate} %` },
          {
            label: strings.countingYourSavingsThatStay,
            value:
              preview.data.effectiveAnnualRateWithSavings !== null &&
              `${preview.data.effectiveAnnualRateWithSavings} %`,
          },
        ]}
      />
      <InWords sentences={[...preview.data.scheduleInWords, ...loan.charges.fees, loan.charges.penalty]} />
      <Table
        caption={strings.ifItIsPaidOut}
        rows={instalments}
        rowKey={({ number }) => String(number)}
        columns={[
          { key: 'due', header: strings.due, card: 'title', cell: ({ dueOn }) => <DateText on={dueOn} /> },
          {
            key: 'total',
            header: strings.instalment,
            align: 'end',
            card: 'corner',
            cell: ({ total }) => <MoneyText amount={total} />,
          },
          {
            key: 'balance',
            header: strings.leftAfterIt,
            align: 'end',
            cell: ({ balance }) => <MoneyText amount={balance} />,
          },
        ]}
      />
    </>
  )
}

/** Who is asked to guarantee it, and what that pledges of their savings. */
export function GuarantorsStep({
  wish,
  loan,
  shown,
  set,
}: {
  wish: Wish
  loan: EligibleLoan
  shown: Shown
  set: (changes: Partial<Wish>) => void
}) {
  return (
    <>
      <p>{guaranteeWords(wish, loan)}</p>
      <GuarantorsField
        officer={false}
        guarantors={wish.guarantors}
        required={loan.guarantorsRequired}
        error={shown['guarantors'] ?? Object.entries(shown).find(([field]) => field.startsWith('guarantors.'))?.[1]}
        onChange={(guarantors) => set({ guarantors })}
      />
    </>
  )
}

function guaranteeWords(
  { principal, guarantors }: Wish,
  { guarantorsRequired, guarantorCoverPercent }: EligibleLoan,
): string {
  if (guarantorsRequired === 0) return strings.thisLoanNeedsNoGuarantorContinue
  const asked = strings.eachIsAskedOnTheir
  if (guarantorCoverPercent === 0 || principal === undefined) return asked
  const [each] = evenParts(partOf(principal, guarantorCoverPercent), Math.max(guarantors.length, guarantorsRequired))
  return fill(strings.eachPledgesOfTheir, { asked, each: moneyText(each ?? kobo(0)) })
}

/** All of it once more, before it is sent. */
export function ReviewStep({
  wish,
  eligibility,
  loan,
  papers,
  onPapers,
}: {
  wish: Wish
  eligibility: Eligibility
  loan: EligibleLoan
  papers: readonly File[]
  onPapers: (papers: readonly File[]) => void
}) {
  const settlement = settlementOf(eligibility.running, wish.settles)
  return (
    <>
      <Facts
        items={[
          {
            label: strings.loan,
            value: fill(strings.aYear, { name: loan.name, annualRatePercent: loan.annualRatePercent }),
          },
          { label: strings.amount, value: <MoneyText amount={wish.principal ?? kobo(0)} /> },
          { label: strings.goods, value: loan.forGoods && <GoodsInWords goods={wish.goods} /> },
          {
            label: strings.settlesFirst,
            value:
              settlement > 0n &&
              fill(strings.loanToday, {
                join: eligibility.running
                  .filter(({ loanId }) => wish.settles.includes(loanId))
                  .map(({ name }) => name)
                  .join(' and '),
                settlement: moneyText(settlement),
              }),
          },
          {
            label: strings.paidOutToYou,
            value: settlement > 0n && wish.principal !== undefined && (
              <MoneyText amount={kobo(wish.principal - settlement)} />
            ),
          },
          { label: strings.instalments, value: instalmentsInWords(instalmentsOf(wish) ?? 0, loan.repaidEvery) },
          {
            label: strings.netSalary,
            value: loan.wantsSalary && wish.netSalary !== undefined && <MoneyText amount={wish.netSalary} />,
          },
          { label: strings.wantedFrom, value: isDay(wish.startOn) && <DateText on={wish.startOn} /> },
          { label: strings.purpose, value: wish.purpose.trim() },
          { label: strings.collateral, value: wish.collateral.trim() },
          { label: strings.guarantors, value: wish.guarantors.map(({ name }) => name).join(', ') },
          {
            label: strings.staysOnYourSavings,
            value: loan.ownCoverPercent > 0 && wish.principal !== undefined && (
              <MoneyText amount={partOf(wish.principal, loan.ownCoverPercent)} />
            ),
          },
        ]}
      />
      <FilesField
        name="Papers to send"
        label={strings.addAPaper}
        hint={strings.optionalAPayslipOrA}
        files={papers}
        onChange={onPapers}
      />
    </>
  )
}
