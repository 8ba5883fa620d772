import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId, AccountTypeId, LoanId, MemberId, ScheduleId } from '#core/ids.ts'
import type { Becomes, LineKind } from '#features/accounting/reconciliation/recorded-lines.ts'
import { chargesCodeFor } from '#features/accounting/reconciliation/rules/suggest.ts'

import { useQuery } from '@tanstack/react-query'
import { listMemberLoans } from '#features/loans/loans/contract.ts'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { query } from '#ui/api/query.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { moneyText } from '#ui/format.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { choiceQueries, type FoundMember } from '#ui/parts/choices.ts'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'

type PostingAccount = Replied<typeof listPostingAccounts>[number]

/** What an officer says that a line, or a part of it, is. */
export type PartDraft = {
  as: LineKind
  member: FoundMember | undefined
  accountTypeId: AccountTypeId | undefined
  loanId: LoanId | undefined
  targetId: AccountId | undefined
  party: string
  scheduleId: ScheduleId | undefined
}

type KindWords = { label: string; isOfMember?: true; target?: 'income' | 'expense' | 'other_income' | 'money' }

/** What each kind is called, and whose it is. */
const kindWords: Record<LineKind, KindWords> = {
  expense: { label: 'Bank charge or other expense', target: 'expense' },
  income: { label: 'Interest or other income', target: 'other_income' },
  deposit: { label: 'Deposit of a member', isOfMember: true },
  contribution: { label: 'Contribution of a member', isOfMember: true },
  repayment: { label: 'Loan repayment of a member', isOfMember: true },
  charge: { label: 'Fee that a member pays', isOfMember: true, target: 'income' },
  transfer: { label: 'Transfer between accounts of the society', target: 'money' },
  remittance: { label: 'Remittance of an employer' },
}

/** What a line can be, the usual one first. */
export function kindsOf(cameIn: boolean): LineKind[] {
  return cameIn ? ['income', 'deposit', 'contribution', 'repayment', 'charge', 'transfer'] : ['expense', 'transfer']
}

const investmentIncome = '4410'

/** The code of the account of the chart that is meant until somebody chooses. */
function usualCode(as: LineKind, narration: string): string {
  if (as === 'expense') return chargesCodeFor(narration)
  return as === 'income' && /\binterest\b/i.test(narration) ? investmentIncome : ''
}

/** With the account of the chart that is meant until somebody chooses. */
export function filledPart(part: PartDraft, narration: string, accounts: readonly PostingAccount[] = []): PartDraft {
  const code = usualCode(part.as, narration)
  return { ...part, targetId: part.targetId ?? accounts.find((account) => code !== '' && account.code === code)?.id }
}

export function newPart(as: LineKind): PartDraft {
  return {
    as,
    member: undefined,
    accountTypeId: undefined,
    loanId: undefined,
    targetId: undefined,
    party: 'The bank',
    scheduleId: undefined,
  }
}

/** What is wrong with it, by field. */
export function partProblems({ as, member, targetId, party }: PartDraft): Record<string, string> {
  const { isOfMember, target } = kindWords[as]
  return {
    ...(isOfMember && !member && { memberId: 'Choose the member' }),
    ...(target && !targetId && { targetId: target === 'money' ? 'Choose the other account' : 'Choose what it is for' }),
    ...(isPaidByOthers(as) &&
      party.trim() === '' && { party: as === 'expense' ? 'Enter who was paid' : 'Enter who paid' }),
  }
}

function isPaidByOthers(as: LineKind): boolean {
  return as === 'income' || as === 'expense'
}

/** As it is sent. */
export function becomesOf({ as, member, accountTypeId, loanId, targetId, party, scheduleId }: PartDraft): Becomes {
  const { isOfMember, target } = kindWords[as]
  return {
    as,
    ...(isOfMember && { memberId: member?.memberid }),
    ...(as === 'deposit' || as === 'contribution' ? { accountTypeId } : {}),
    ...(as === 'repayment' && { loanId }),
    ...(target && { targetId }),
    ...(isPaidByOthers(as) && { party: party.trim() }),
    ...(as === 'remittance' && { scheduleId }),
  }
}

type Props = {
  /** The account of the statement. */
  accountId: AccountId
  cameIn: boolean
  part: PartDraft
  onChange: (changes: Partial<PartDraft>) => void
  shown: Record<string, string | undefined>
}

/** What a line of the bank is: of which kind, whose, and what for. */
export function PartFields({ accountId, cameIn, part, onChange, shown }: Props) {
  const { as, member } = part
  const { isOfMember } = kindWords[as]
  return (
    <>
      <Select<LineKind>
        label="What it is"
        value={as}
        options={kindsOf(cameIn).map((kind) => ({ value: kind, label: kindWords[kind].label }))}
        onChange={(kind) =>
          kind && onChange({ as: kind, targetId: undefined, party: kind === as ? part.party : 'The bank' })
        }
        error={shown['as']}
      />
      {isOfMember && (
        <MemberField
          label="Member"
          onlyActive
          selected={member}
          onSelect={(chosen) => onChange({ member: chosen, loanId: undefined })}
          error={shown['memberId']}
        />
      )}
      {(as === 'deposit' || as === 'contribution') && <SavingsField part={part} onChange={onChange} shown={shown} />}
      {as === 'repayment' && member && (
        <LoanField memberId={member.memberid} part={part} onChange={onChange} shown={shown} />
      )}
      {kindWords[as].target && <TargetField accountId={accountId} part={part} onChange={onChange} shown={shown} />}
      {isPaidByOthers(as) && (
        <TextField
          label={as === 'expense' ? 'Paid to' : 'Received from'}
          maxLength={120}
          value={part.party}
          onChange={(party) => onChange({ party })}
          error={shown['party']}
        />
      )}
    </>
  )
}

type FieldProps = Pick<Props, 'part' | 'onChange' | 'shown'>

function SavingsField({ part, onChange, shown }: FieldProps) {
  const types = useQuery(choiceQueries.accountTypes())
  const savings = types.data?.filter(({ kind }) => kind === 'savings') ?? []
  return (
    <Select
      label="Into"
      value={part.accountTypeId ?? savings.find(({ isDefault }) => isDefault)?.id ?? ''}
      options={savings.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange({ accountTypeId: id || undefined })}
      error={shown['accountTypeId']}
    />
  )
}

function LoanField({ memberId, part, onChange, shown }: FieldProps & { memberId: MemberId }) {
  const loans = useQuery(wholeList(listMemberLoans, { memberId, status: 'active' }))
  const rows = loans.data ?? []
  const only = rows.length === 1 ? rows[0]?.id : undefined
  return (
    <Select
      label="Loan"
      hint={loans.data && rows.length === 0 ? 'This member has no running loan.' : undefined}
      value={part.loanId ?? only ?? ''}
      placeholder="Choose the loan"
      options={rows.map(({ id, loanConfig, outstanding }) => ({
        value: id,
        label: `${loanConfig}, ${moneyText(outstanding)} outstanding`,
      }))}
      onChange={(id) => onChange({ loanId: id || undefined })}
      error={shown['loanId']}
    />
  )
}

/** The accounts of the chart that this kind may be for. */
function TargetField({ accountId, part, onChange, shown }: FieldProps & Pick<Props, 'accountId'>) {
  const use = kindWords[part.as].target
  const accounts = useQuery(query(listPostingAccounts, use ? { use } : {}))
  return (
    <Select
      label={use === 'money' ? 'The other account' : 'What for'}
      value={part.targetId ?? ''}
      placeholder="Choose an account"
      options={(accounts.data ?? [])
        .filter(({ id }) => id !== accountId)
        .map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange({ targetId: id || undefined })}
      error={shown['targetId']}
    />
  )
}
