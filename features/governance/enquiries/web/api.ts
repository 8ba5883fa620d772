import type { Replied } from '#core/contract/endpoint.ts'
import type { getEnquiry, listEnquiries, readEnquiryWithoutName } from '#features/governance/enquiries/contract.ts'

export type Enquiry = Replied<typeof getEnquiry>
export type EnquirySummary = Replied<typeof listEnquiries>
export type NamelessEnquiry = Replied<typeof readEnquiryWithoutName>
