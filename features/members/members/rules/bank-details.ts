import { foldForSearch } from '#core/searching.ts'

/** Where a member is paid. */
export type BankDetails = { bankName: string; accountNumber: string; accountName: string }

/** Names as the bank's customers know them, the code by which the Central Bank of Nigeria counts its account numbers, and what else registers write. */
type Bank = { name: string; code: string | null; also: readonly string[] }

const bank = (name: string, code: string | null, ...also: string[]): Bank => ({ name, code, also })

export const banks: readonly Bank[] = [
  bank('Access Bank', '044', 'Diamond', 'Access Diamond'),
  bank('Alternative Bank', '304'),
  bank('Citibank', '023', 'Citi'),
  bank('Ecobank', '050', 'Eco'),
  bank('FCMB', '214', 'First City Monument'),
  bank('Fidelity Bank', '070'),
  bank('First Bank', '011', 'FBN', 'First'),
  bank('Globus Bank', '103'),
  bank('GTBank', '058', 'GTB', 'GT', 'Guaranty Trust', 'Guarantee Trust', 'GTCO'),
  bank('Jaiz Bank', '301'),
  bank('Keystone Bank', '082'),
  bank('Kuda', null, 'Kuda Microfinance'),
  bank('Lotus Bank', '303'),
  bank('Moniepoint', null, 'Moniepoint MFB', 'Moniepoint Microfinance'),
  bank('OPay', null, 'Paycom'),
  bank('Optimus Bank', '107'),
  bank('PalmPay', null),
  bank('Parallex Bank', '104'),
  bank('Polaris Bank', '076', 'Skye'),
  bank('PremiumTrust Bank', '105', 'Premium Trust'),
  bank('Providus Bank', '101'),
  bank('Signature Bank', '106'),
  bank('Stanbic IBTC Bank', '221', 'Stanbic', 'IBTC'),
  bank('Standard Chartered', '068', 'SCB'),
  bank('Sterling Bank', '232'),
  bank('SunTrust Bank', '100'),
  bank('TAJBank', '302', 'TAJ'),
  bank('Titan Trust Bank', '102', 'Titan'),
  bank('UBA', '033', 'United Bank for Africa'),
  bank('Union Bank', '032', 'UBN'),
  bank('Unity Bank', '215'),
  bank('Wema Bank', '035', 'ALAT'),
  bank('Zenith Bank', '057'),
]

const fold = (name: string) =>
  foldForSearch(name)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/\b(?:bank|plc|limited|ltd|nigeria|nig|of|the)\b/g, ' ')
    .replaceAll(/\s+/g, '')
    .replace(/(?<=\w)bank$/, '')

const byName = new Map(banks.flatMap((each) => [each.name, ...each.also].map((name) => [fold(name), each] as const)))

/** The bank's name as it is listed, however it is written; another name stays as it is. */
export function bankNamed(text: string): string {
  return byName.get(fold(text))?.name ?? text.trim()
}

/** The digits of an account number; a spreadsheet drops the zeros in front. */
export function accountNumberFrom(text: string): string {
  const digits = text.replaceAll(/[\s'-]/g, '').replace(/\.0+$/, '')
  return /^\d{8,9}$/.test(digits) ? digits.padStart(10, '0') : digits
}

/**
 * The check digit of an account number (CBN, Nigeria Uniform Bank Account Number): over the code of the bank, three digits or
 * the six of the 2020 standard, and the nine digits of the serial number. 011 and 000011 give the same.
 */
export function checkDigitOf(code: string, serial: string): number {
  const weights = [3, 7, 3]
  const sum = [...code, ...serial].reduce((all, digit, place) => all + Number(digit) * (weights[place % 3] ?? 0), 0)
  return (10 - (sum % 10)) % 10
}

/** The three digits by which payments name the bank; null of one that is not listed or has none. */
export function bankCodeOf(bankName: string): string | null {
  return byName.get(fold(bankName))?.code ?? null
}

/** Whether an account number has the check digit of its bank. True where the bank has no code here: nothing is known against the number. */
export function fitsBank({ bankName, accountNumber }: Pick<BankDetails, 'bankName' | 'accountNumber'>): boolean {
  const code = bankCodeOf(bankName)
  return !code || checkDigitOf(code, accountNumber.slice(0, 9)) === Number(accountNumber.at(-1))
}

/** "…6789", for people who are to recognise the account and not to have its number. */
export function maskedAccount(accountNumber: string): string {
  return `…${accountNumber.slice(-4)}`
}

/** "GTBank …6789, Ada Obi": what waits for a second officer is also listed to officers who read no account numbers. */
export function bankDetailsText({ bankName, accountNumber, accountName }: BankDetails): string {
  return `${bankName} ${maskedAccount(accountNumber)}, ${accountName}`
}
