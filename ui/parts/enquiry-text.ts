import type { getBankDetails } from '#features/members/bank-details/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { fill } from '#core/fill.ts'
import type { EnquiryFailure } from '#features/members/members/rules/account-enquiry.ts'
import * as strings from './strings.ts'

type Enquiry = NonNullable<NonNullable<Replied<typeof getBankDetails>>['enquiry']>

const failures: Record<EnquiryFailure, string> = {
  unknown: strings.theBankDoesNotKnow,
  unavailable: strings.theBankCouldNotBeAsked,
  bank_unlisted: strings.paystackDoesNotList,
}

/** “The bank’s name: ADA OBI”, or why the bank gave none. */
export function enquiryText({ name, failure }: Enquiry): string {
  return name === null ? failures[failure ?? 'unavailable'] : fill(strings.theBanksName, { name })
}
