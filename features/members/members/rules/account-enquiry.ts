/** What an enquiry after the name on an account came to, where it has no name. */
export const enquiryFailures = ['unknown', 'unavailable', 'bank_unlisted'] as const
export type EnquiryFailure = (typeof enquiryFailures)[number]
