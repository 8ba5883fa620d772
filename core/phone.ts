/** +234 and ten digits: the one form in which phones are stored and sent. */
export type Phone = string & { readonly form: 'e164' }

const nigerianMobile = /^(?:\+234|234|0)([789][01]\d{8})$/
const international = /^\+234\d{10}$/
const anyNigerian = /^(?:\+234|234|0)(\d{10})$/

/** A Nigerian mobile in the forms that the specification names (+234…, 234… or 0…, spaces removed and nothing else), or undefined. */
export function phoneFrom(text: string): Phone | undefined {
  const subscriber = nigerianMobile.exec(text.replaceAll(/\s/g, ''))?.[1]
  return subscriber ? (`+234${subscriber}` as Phone) : undefined
}

/**
 * The phone by which somebody names an account, spaces removed. Members may have lines that are not
 * mobiles, so any ten digits will do.
 */
export function accountPhoneFrom(text: string): Phone | undefined {
  const subscriber = anyNigerian.exec(text.replaceAll(/\s/g, ''))?.[1]
  return subscriber ? (`+234${subscriber}` as Phone) : undefined
}

/** The strict form of the member rules: +234 and exactly ten digits. */
export function isInternationalPhone(text: string): text is Phone {
  return international.test(text)
}
