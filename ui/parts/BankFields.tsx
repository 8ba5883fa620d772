import { fill } from '#core/fill.ts'
import { accountNumberFrom, type BankDetails, banks, fitsBank } from '#features/members/members/rules/bank-details.ts'
import { TextField } from '#ui/TextField.tsx'
import * as strings from './strings.ts'

type Bound = { value: string; onChange: (text: string) => void; error: string | undefined; 'data-autofocus'?: true }

/**
 * Where somebody is paid: a bank of the list or another one, and the account. A number that has not the check digit of its
 * bank is doubted in a sentence; the bank may have issued it all the same.
 */
export function BankFields({ bankName, accountNumber, accountName }: { [Field in keyof BankDetails]: Bound }) {
  const digits = accountNumberFrom(accountNumber.value)
  const [bank, isWhole] = [bankName.value.trim(), /^\d{10}$/.test(digits)]
  const isDoubtful = isWhole && bank !== '' && !fitsBank({ bankName: bank, accountNumber: digits })
  return (
    <>
      <TextField label={strings.bank} list="banks" autoComplete="off" maxLength={80} {...bankName} />
      <datalist id="banks">
        {banks.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label={strings.accountNumber}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        hint={isDoubtful ? fill(strings.checkTheDigits, { bank }) : strings.tenDigits}
        {...accountNumber}
      />
      <TextField label={strings.accountName} autoComplete="off" maxLength={120} {...accountName} />
    </>
  )
}
