import { bankCodeOf } from '#features/members/members/rules/bank-details.ts'
import { foldForSearch } from '#core/searching.ts'
import { type BankPayment, paidKindWords } from './payment-batch.ts'

export const bankFields = [
  'line',
  'accountName',
  'accountNumber',
  'bankName',
  'bankCode',
  'amount',
  'narration',
  'reference',
  'membershipno',
  'debitAccount',
  'currency',
] as const
export type BankField = (typeof bankFields)[number]

export const bankFieldLabels: Record<BankField, string> = {
  line: 'Serial number',
  accountName: 'Account name',
  accountNumber: 'Account number',
  bankName: 'Bank',
  bankCode: 'Bank code',
  amount: 'Amount',
  narration: 'Narration',
  reference: 'Reference',
  membershipno: 'Membership number',
  debitAccount: 'Account to debit',
  currency: 'Currency',
}

/** The columns of a bank's file for many payments, from left to right. */
export type BankLayout = readonly { field: BankField; heading: string }[]

/** Layouts to begin with. The last two follow published instructions (docs/providers.md); each bank's own may differ. */
export const bankPresets: readonly { name: string; layout: BankLayout }[] = [
  {
    name: 'General',
    layout: [
      { field: 'line', heading: 'S/N' },
      { field: 'accountName', heading: 'Beneficiary name' },
      { field: 'accountNumber', heading: 'Account number' },
      { field: 'bankName', heading: 'Bank' },
      { field: 'bankCode', heading: 'Bank code' },
      { field: 'amount', heading: 'Amount' },
      { field: 'narration', heading: 'Narration' },
      { field: 'reference', heading: 'Reference' },
    ],
  },
  {
    name: 'Interswitch AutoPay',
    layout: [
      { field: 'reference', heading: 'Payment reference' },
      { field: 'membershipno', heading: 'Beneficiary code' },
      { field: 'accountName', heading: 'Beneficiary name' },
      { field: 'accountNumber', heading: 'Account number' },
      { field: 'bankCode', heading: 'CBN code' },
      { field: 'narration', heading: 'Narration' },
      { field: 'amount', heading: 'Amount' },
      { field: 'currency', heading: 'Currency code' },
    ],
  },
  {
    name: 'Amount, bank code, account',
    layout: [
      { field: 'amount', heading: 'amount' },
      { field: 'bankCode', heading: 'bankCode' },
      { field: 'accountNumber', heading: 'accountNumber' },
      { field: 'narration', heading: 'narration' },
    ],
  },
]

export const usualBankLayout: BankLayout = bankPresets[0]?.layout ?? []

/** What is wrong with a layout, or undefined. Without our reference, which the narration has too, no result is matched. */
export function whyNotBankLayout(layout: BankLayout): string | undefined {
  const fields = layout.map(({ field }) => field)
  const headings = layout.map(({ heading }) => foldForSearch(heading).trim())
  if (new Set(fields).size < fields.length || new Set(headings).size < headings.length || headings.includes(''))
    return 'Give each column a heading of its own.'
  if (!fields.includes('accountNumber') || !fields.includes('amount'))
    return 'Add columns for the account number and the amount.'
  if (!fields.includes('reference') && !fields.includes('narration'))
    return 'Add a column for the reference or the narration, so that results can be matched.'
  return undefined
}

/** The text of a cell of the bank's file; an amount is a number there. */
export function bankText(field: Exclude<BankField, 'amount'>, payment: BankPayment, debitAccount: string): string {
  switch (field) {
    case 'line':
      return String(payment.line)
    case 'bankCode':
      return bankCodeOf(payment.bankName) ?? ''
    case 'narration':
      return `${payment.reference} ${paidKindWords[payment.kind]}`
    case 'debitAccount':
      return debitAccount
    case 'currency':
      return 'NGN'
    case 'accountName':
    case 'accountNumber':
    case 'bankName':
    case 'membershipno':
    case 'reference':
      return payment[field]
  }
}
