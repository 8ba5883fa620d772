import { expect, test } from 'vitest'
import { isMapping, lackedBeside, missingFields } from './fields.ts'
import { guessMapping, withoutHalves } from './guess-mapping.ts'

test.each<[string[], (string | null)[]]>([
  [
    ['First Name', 'Last Name', 'Phone'],
    ['firstName', 'lastName', 'phone'],
  ],
  [
    ['firstName', 'lastName', 'phone', 'dateOfBirth', 'nextOfKinPhone'],
    ['firstName', 'lastName', 'phone', 'dateOfBirth', 'nextOfKinPhone'],
  ],
  [
    ['S/N', 'SURNAME', 'OTHER NAMES', 'GSM NO.'],
    [null, 'lastName', 'firstName', 'phone'],
  ],
  [
    ['Surname', 'First Name', 'Other Names', 'Tel'],
    ['lastName', 'firstName', 'otherNames', 'phone'],
  ],
  [
    ['S/No', 'Name', 'Phone No.', 'Monthly Savings (NGN)'],
    [null, 'fullName', 'phone', 'monthlyContributions'],
  ],
  [
    ['Names (Surname first)', 'Mobile Number', 'Sex', 'D.O.B.'],
    ['fullName', 'phone', 'gender', 'dateOfBirth'],
  ],
  [
    ['Full name', 'Phone Number', 'E-mail', 'Residential Address'],
    ['fullName', 'phone', 'email', 'address'],
  ],
  [
    ["Member's Name", 'Phone', 'Date Joined', 'Marital Status'],
    ['fullName', 'phone', 'registrationDate', 'maritalStatus'],
  ],
  [
    ['Name', 'Phone', 'Next of Kin', 'Next of Kin Phone', 'Relationship with next of kin'],
    ['fullName', 'phone', 'nextOfKinFullName', 'nextOfKinPhone', 'nextOfKinRelationship'],
  ],
  [
    ['Name', 'N.O.K', 'NOK Phone No', 'Phone'],
    ['fullName', 'nextOfKinFullName', 'nextOfKinPhone', 'phone'],
  ],
  [
    ['Name', 'GSM', 'Name of Next of Kin', 'Beneficiary', 'Staff No'],
    ['fullName', 'phone', 'nextOfKinFullName', 'nomineeFullName', 'staffNumber'],
  ],
  [
    ['TITLE', 'NAME', 'GSM', 'OLD MEMBERSHIP NO', 'MINISTRY', 'IPPIS NO'],
    ['title', 'fullName', 'phone', 'formerNumber', 'employer', 'staffNumber'],
  ],
  [
    ['Name', 'Phone', 'BANK DETAILS Bank', 'BANK DETAILS Account No.', 'BANK DETAILS Account Name'],
    ['fullName', 'phone', 'bankName', 'bankAccountNumber', 'bankAccountName'],
  ],
  [
    ['Folio', 'Name', 'File No', 'Passbook No'],
    ['formerNumber', 'fullName', null, null],
  ],
  [
    ['Member No', 'Name', 'Phone', 'Bank', 'NUBAN'],
    ['formerNumber', 'fullName', 'phone', 'bankName', 'bankAccountNumber'],
  ],
  [
    ['Name', 'Phone', 'Savings balance', 'Column D'],
    ['fullName', 'phone', null, null],
  ],
  [
    ['Name', 'Phone 1', 'Phone 2'],
    ['fullName', 'phone', 'otherPhone'],
  ],
  [
    ['Name', 'GSM No', 'Other phone', 'NOK Phone 2'],
    ['fullName', 'phone', 'otherPhone', null],
  ],
  [
    ['Name', 'Alternative number', 'Phone Number'],
    ['fullName', 'otherPhone', 'phone'],
  ],
])('the register headed %j', (columns, mapping) => {
  expect(guessMapping('members', columns)).toEqual(mapping)
})

test.each<[string[], (string | null)[]]>([
  [
    ['membershipno', 'amount'],
    ['membershipno', 'amount'],
  ],
  [
    ['S/N', 'Mbr No', 'Name', 'Amount (NGN)'],
    [null, 'membershipno', 'name', 'amount'],
  ],
  [
    ['Staff No', 'Names', 'Deduction'],
    ['staffNumber', 'name', 'amount'],
  ],
  [
    ['Member No', 'Surname', 'Other names', 'Amount'],
    ['membershipno', 'name', 'otherNames', 'amount'],
  ],
  [
    ['Staff No', 'Member No', 'Contribution'],
    ['staffNumber', 'membershipno', 'amount'],
  ],
  [
    ['IPPIS No.', 'GSM', 'Total'],
    ['staffNumber', 'phone', 'amount'],
  ],
  [
    ['Old Member No', 'Amount'],
    ['formerNumber', 'amount'],
  ],
  [
    ['FILE NO', 'Reg. No', 'Amount'],
    ['formerNumber', 'membershipno', 'amount'],
  ],
  [
    ['Ledger Folio', 'Amount'],
    ['formerNumber', 'amount'],
  ],
  [
    ['Passbook', 'Amount'],
    ['formerNumber', 'amount'],
  ],
  [
    ['Account No', 'ID', 'Amount'],
    [null, null, 'amount'],
  ],
  [
    ['Phone Number', 'Amt Paid', 'Account Type'],
    ['phone', 'amount', 'accountType'],
  ],
  [
    ['Membership Number', 'Monthly Contribution', '₦'],
    ['membershipno', 'amount', null],
  ],
])('the month headed %j', (columns, mapping) => {
  expect(guessMapping('contributions', columns)).toEqual(mapping)
})

test.each<[string[], boolean, (string | null)[]]>([
  [['fullName', 'employer', 'bankName'], true, ['fullName', null, null]],
  [['fullName', 'bankAccountNumber', 'bankAccountName'], true, ['fullName', null, null]],
  [['fullName', 'staffNumber'], false, ['fullName', null]],
  [['fullName', 'staffNumber'], true, ['fullName', 'staffNumber']],
  [
    ['employer', 'staffNumber', 'bankName', 'bankAccountNumber'],
    false,
    ['employer', 'staffNumber', 'bankName', 'bankAccountNumber'],
  ],
])('of the guess %j (one employer: %s) what lacks its other half is left out', (mapping, oneEmployer, left) => {
  expect(withoutHalves(mapping, { oneEmployer })).toEqual(left)
})

test('a guess is always a mapping that is allowed', () => {
  const columns = ['Name', 'Name', 'Phone', 'Phone', 'Amount', 'Amount', '', '']
  for (const kind of ['members', 'contributions'] as const)
    expect(isMapping(kind, guessMapping(kind, columns), columns.length)).toBe(true)
})

test('what is missing is named; a full name fills both names, a phone, staff or old number a membership number', () => {
  expect(missingFields('members', [null])).toEqual(['firstName', 'lastName'])
  expect(missingFields('members', ['fullName', 'phone'])).toEqual([])
  expect(missingFields('members', ['firstName', 'phone'])).toEqual(['lastName'])
  // Said once of the column, not in each row.
  expect(missingFields('members', ['fullName', 'employer'])).toEqual(['staffNumber'])
  expect(missingFields('members', ['fullName', 'bankName', 'bankAccountName', 'employer', 'staffNumber'])).toEqual([
    'bankAccountNumber',
  ])
  expect(lackedBeside(['bankAccountName', 'bankName', null, 'employer', 'staffNumber'])).toEqual([
    { field: 'bankAccountName', lacks: ['bankAccountNumber'] },
    { field: 'bankName', lacks: ['bankAccountNumber'] },
  ])
  expect(missingFields('contributions', [null])).toEqual(['membershipno', 'amount'])
  for (const field of ['phone', 'staffNumber', 'formerNumber'])
    expect(missingFields('contributions', [field, 'amount'])).toEqual([])
})

test('a mapping names known fields, each once, for all columns', () => {
  expect(isMapping('members', ['phone', null], 2)).toBe(true)
  expect(isMapping('members', ['phone'], 2)).toBe(false)
  expect(isMapping('members', ['phone', 'phone'], 2)).toBe(false)
  expect(isMapping('members', ['amount', null], 2)).toBe(false)
})
