import type { AccountClass } from './account.ts'

/** An account of the chart; members' own accounts are opened under the control accounts. */
export type ChartAccount = { code: string; name: string; class: AccountClass; isControl?: true; holdsCash?: true }

/** The account that takes money in until the treasurer says otherwise. */
export const cashCode = '1010'

export const bankCode = '1020'

/** What a payment provider has taken from members and not yet paid to the society's bank. */
export const gatewayCode = '1090'

/** Receipts whose owner or purpose is not known yet. */
export const unallocatedCode = '2410'

/** What banks and payment providers charge. */
export const bankChargesCode = '5310'

export const sundryIncomeCode = '4910'

/** What a closed year leaves is here until the general meeting appropriates it. */
export const surplusCode = '3310'

export const statutoryReserveCode = '3210'

/** What is withheld from dividends for the tax office. */
export const taxPayableCode = '2420'

/** What is still to be paid to members who left and to the nominees of those who died. */
export const formerCode = '2610'

/** What the society asks for its work beside interest: fees of loans, and of leaving. */
export const feesCode = '4220'

/** What interest on savings and deposits costs the society. */
export const interestCode = '5110'

/** A loan that is written off takes from what was set aside for it, then from the year's result; what comes in later is income. */
export const provisionCode = '1290'

/** What it costs the year to set more aside for loan losses. */
export const provisionExpenseCode = '5210'

export const badDebtsCode = '5910'

export const recoveredCode = '4240'

/** Where the society calculates by accrual: interest on loans that is earned and not paid, and that is paid and not earned. */
export const receivableCode = '1280'

export const inAdvanceCode = '2330'

/** Where the society calculates by accrual: interest that fixed deposits have earned and their members have not been paid. */
export const payableCode = '2310'

/** What fixed assets have lost of their cost, and what that costs the year. */
export const accumulatedDepreciationCode = '1590'

export const depreciationCode = '5810'

/** What a fixed asset brings above its book value when it is sold, and what it falls short of it. */
export const disposalGainCode = '4420'

export const disposalLossCode = '5820'

/** Cash that is in no bank: in hand and as imprest. */
export const cashInHandCodes: readonly string[] = [cashCode, '1015']

/** Accounts to which the program posts by itself: cash, bank, the payment provider's account, the employers' account, loans that are lost and recovered, receipts without an owner, what former members are owed, what loans earn, surplus, what savings earn. */
export const servedCodes: readonly string[] = [
  cashCode,
  bankCode,
  gatewayCode,
  '1110',
  unallocatedCode,
  '4110',
  feesCode,
  '4230',
  recoveredCode,
  '4310',
  surplusCode,
  interestCode,
  formerCode,
  provisionCode,
  provisionExpenseCode,
  badDebtsCode,
  receivableCode,
  inAdvanceCode,
  payableCode,
]

/** What is not retired: those, and the two to which officers post as well, charges of banks and providers and sundry income. */
export const neededCodes: readonly string[] = [...servedCodes, bankChargesCode, sundryIncomeCode]

/**
 * The chart of accounts of a thrift and credit society. Source: domain.md 1.7 of the design notes, from the books of
 * Nigerian societies and the Kenya SACCO accounting manual of 2010.
 */
export const chartOfAccounts: readonly ChartAccount[] = [
  { code: '1010', name: 'Cash in hand', class: 'asset', holdsCash: true },
  { code: '1015', name: 'Imprest', class: 'asset', holdsCash: true },
  { code: '1020', name: 'Bank', class: 'asset', holdsCash: true },
  { code: gatewayCode, name: 'Gateway clearing', class: 'asset' },
  { code: '1110', name: 'Employer remittance receivable', class: 'asset' },
  { code: '1210', name: 'Regular loans', class: 'asset', isControl: true },
  { code: '1220', name: 'Emergency loans', class: 'asset', isControl: true },
  { code: '1230', name: 'Commodity loans', class: 'asset', isControl: true },
  { code: receivableCode, name: 'Interest receivable', class: 'asset' },
  { code: provisionCode, name: 'Provision for loan losses', class: 'asset' },
  { code: '1310', name: 'Commodity stock', class: 'asset' },
  { code: '1410', name: 'Investments', class: 'asset' },
  { code: '1510', name: 'Furniture and equipment', class: 'asset' },
  { code: '1520', name: 'Motor vehicles', class: 'asset' },
  { code: '1530', name: 'Land and buildings', class: 'asset' },
  { code: accumulatedDepreciationCode, name: 'Accumulated depreciation', class: 'asset' },
  { code: '1610', name: 'Prepayments', class: 'asset' },
  { code: '2110', name: 'Ordinary savings', class: 'liability', isControl: true },
  { code: '2120', name: 'Special savings', class: 'liability', isControl: true },
  { code: '2130', name: 'Target savings', class: 'liability', isControl: true },
  { code: '2210', name: 'Fixed deposits', class: 'liability', isControl: true },
  { code: payableCode, name: 'Interest on savings payable', class: 'liability' },
  { code: '2320', name: 'Dividend payable', class: 'liability' },
  { code: inAdvanceCode, name: 'Interest received in advance', class: 'liability' },
  { code: '2340', name: 'Honoraria payable', class: 'liability' },
  { code: unallocatedCode, name: 'Unallocated receipts', class: 'liability' },
  { code: taxPayableCode, name: 'Withholding tax payable', class: 'liability' },
  { code: '2430', name: 'Audit fee payable', class: 'liability' },
  { code: '2510', name: 'Loans from banks and union', class: 'liability' },
  { code: formerCode, name: 'Unclaimed balances of former members', class: 'liability' },
  { code: '3110', name: 'Share capital', class: 'equity', isControl: true },
  { code: statutoryReserveCode, name: 'Statutory reserve', class: 'equity' },
  { code: '3220', name: 'General reserve', class: 'equity' },
  { code: '3230', name: 'Education fund', class: 'equity' },
  { code: '3240', name: 'Welfare fund', class: 'equity' },
  { code: '3250', name: 'Building fund', class: 'equity' },
  { code: '3310', name: 'Undistributed surplus', class: 'equity' },
  { code: '4110', name: 'Interest on loans', class: 'income' },
  { code: '4210', name: 'Entrance fees', class: 'income' },
  { code: feesCode, name: 'Application and processing fees', class: 'income' },
  { code: '4230', name: 'Penalties and fines', class: 'income' },
  { code: recoveredCode, name: 'Loans recovered after write-off', class: 'income' },
  { code: '4310', name: 'Commodity margin', class: 'income' },
  { code: '4410', name: 'Investment income', class: 'income' },
  { code: disposalGainCode, name: 'Gain on disposal of assets', class: 'income' },
  { code: sundryIncomeCode, name: 'Sundry income', class: 'income' },
  { code: '5110', name: 'Interest on savings and deposits', class: 'expense' },
  { code: provisionExpenseCode, name: 'Provision for bad loans', class: 'expense' },
  { code: bankChargesCode, name: 'Bank, gateway and SMS charges', class: 'expense' },
  { code: '5410', name: 'Meetings and general meeting', class: 'expense' },
  { code: '5420', name: 'Honoraria', class: 'expense' },
  { code: '5510', name: 'Salaries', class: 'expense' },
  { code: '5610', name: 'Audit', class: 'expense' },
  { code: '5710', name: 'Office', class: 'expense' },
  { code: depreciationCode, name: 'Depreciation', class: 'expense' },
  { code: disposalLossCode, name: 'Loss on disposal of assets', class: 'expense' },
  { code: badDebtsCode, name: 'Bad debts', class: 'expense' },
]
