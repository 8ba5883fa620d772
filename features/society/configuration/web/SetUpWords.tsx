import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { ApprovalsName } from './ApprovalsSelect.tsx'
import type { AmountName, NumberName } from './draft-api.ts'

export const kindWords: Record<SocietyKind, string> = {
  general: 'Members of any trade save every month and borrow against what they saved.',
  salary_earners: 'An employer deducts savings and instalments from the salaries of your members.',
  market: 'Traders and artisans pay in cash, and nothing comes from a salary.',
  non_interest: 'No interest is paid or taken: loans are qard, and goods are sold at a margin fixed in advance.',
}

/** What is asked, why in one sentence, and the clause of the bye-laws that it is for. */
type Words = { label: string; why: string; clause: string }

export const settingWords: Record<AmountName | NumberName | ApprovalsName, Words> = {
  contributionMin: {
    label: 'Minimum monthly contribution',
    why: 'What every member saves at least each month.',
    clause: 'Savings',
  },
  shareParValue: {
    label: 'Value of one share',
    why: 'What a member pays for one share, and its value in the books.',
    clause: 'Share capital',
  },
  sharesMin: {
    label: 'Minimum number of shares',
    why: 'No one is a full member with fewer.',
    clause: 'Qualification for membership (Act, section 22)',
  },
  shareCeilingPercent: {
    label: 'Maximum shareholding (%)',
    why: 'No one member may own the cooperative; a fifth is the rule.',
    clause: "Limit on a member's interest (Act, section 27)",
  },
  savingsMultiple: {
    label: 'Total loans as a multiple of savings',
    why: 'With ₦100,000 saved, 2 lets a member owe ₦200,000 at most.',
    clause: 'Maximum credit (Act, section 30)',
  },
  waitingMonths: {
    label: 'Months to wait after joining',
    why: 'A new member saves this long before the first loan.',
    clause: 'Loans to members (Act, section 30)',
  },
  guarantorsRequired: {
    label: 'Guarantors for a loan',
    why: 'So many members guarantee every loan.',
    clause: 'Sureties',
  },
  entranceFee: {
    label: 'Entrance fee',
    why: 'Paid once on joining; it is income of the cooperative and is not given back.',
    clause: 'Admission of members',
  },
  exitNoticeMonths: {
    label: 'Notice of leaving, in months',
    why: 'How long before leaving a member tells the cooperative.',
    clause: 'Withdrawal from membership (Act, section 29)',
  },
  leavingFee: {
    label: 'Leaving fee',
    why: 'Taken off what a member is paid who leaves; it is income of the cooperative.',
    clause: 'Withdrawal from membership (Act, section 29)',
  },
  withdrawalApprovals: {
    label: 'Approvals of a withdrawal',
    why: 'Money leaves only when somebody else has agreed.',
    clause: 'Duties of the officers',
  },
  withdrawalApprovalsFrom: {
    label: 'Withdrawals that need them, from',
    why: 'Smaller ones are posted at once; 0 is every withdrawal.',
    clause: 'Limits of the officers',
  },
  shareApprovals: {
    label: 'Approvals of shares transferred or redeemed',
    why: 'Who owns the cooperative changes only when somebody else has agreed.',
    clause: 'Transfer of shares (Act, section 28)',
  },
  shareApprovalsFrom: {
    label: 'Shares that need them, from',
    why: 'By what they are worth; 0 is every transfer and redemption.',
    clause: 'Limits of the officers',
  },
  journalApprovals: {
    label: 'Approvals of a journal',
    why: 'Entries by hand are looked at by a second officer.',
    clause: 'Accounts and audit (Act, section 36)',
  },
  journalApprovalsFrom: {
    label: 'Journals that need them, from',
    why: 'Smaller ones are posted at once; 0 is every journal.',
    clause: 'Limits of the officers',
  },
  reversalApprovals: {
    label: 'Approvals of a reversal',
    why: 'What was recorded is undone only when somebody else has agreed.',
    clause: 'Accounts and audit (Act, section 36)',
  },
  reversalApprovalsFrom: {
    label: 'Reversals that need them, from',
    why: 'Smaller ones are made at once; 0 is every reversal.',
    clause: 'Limits of the officers',
  },
  writeOffApprovals: {
    label: 'Approvals of the write-off of a loan',
    why: 'A loan is given up only when somebody else has agreed.',
    clause: 'Loans to members (Act, section 30)',
  },
  writeOffApprovalsFrom: {
    label: 'Write-offs that need them, from',
    why: 'By the principal that is given up; 0 is every write-off.',
    clause: 'Limits of the officers',
  },
}

/** Why a cooperative has each product, by its name in the presets. */
export const productWords: Record<string, Pick<Words, 'why' | 'clause'>> = {
  'Ordinary savings': { why: 'What every member saves month by month, and borrows against.', clause: 'Savings' },
  'Special savings': { why: 'What a member saves beyond the monthly sum, kept apart.', clause: 'Savings' },
  'Target savings': { why: 'A member saves towards a purpose of their own.', clause: 'Savings' },
  'Christmas savings': { why: 'Saved through the year; nothing leaves before 1 December.', clause: 'Savings' },
  'Fixed deposits': { why: 'A sum left for 12 months; whoever takes it earlier earns nothing.', clause: 'Deposits' },
  Shares: { why: "The cooperative's own capital, which earns a dividend out of the surplus.", clause: 'Share capital' },
  Regular: { why: 'The usual loan, a multiple of the savings.', clause: 'Loans to members (Act, section 30)' },
  'Long-term': {
    why: 'For land, a house or school fees, over years; one at a time.',
    clause: 'Loans to members (Act, section 30)',
  },
  Weekly: {
    why: 'For traders, who pay a little of it each market week.',
    clause: 'Loans to members (Act, section 30)',
  },
  Emergency: {
    why: 'A small one, quickly, within a quarter of the savings.',
    clause: 'Loans to members (Act, section 30)',
  },
  Commodity: {
    why: 'Goods that the cooperative buys and sells on at a margin fixed in advance.',
    clause: 'Supply of goods to members',
  },
  Qard: {
    why: 'A loan without interest: what was lent comes back, and no more.',
    clause: 'Loans to members (Act, section 30)',
  },
}

export function Why({ why, clause }: { why: string; clause: string }) {
  return (
    <>
      {why}
      <span className="set-up-clause">Bye-law: {clause}</span>
    </>
  )
}
