import { bankCodeOf, bankNamed } from '#features/members/members/rules/bank-details.ts'
import { foldForSearch } from '#core/searching.ts'

/** A bank as a provider lists it, with the provider's own code. */
export type ListedBank = { name: string; code: string }

/**
 * The provider's code of a bank: by its name, however the provider writes it, else by the code of the Central Bank. Undefined
 * where the list has no such bank, or several that could be it.
 */
export function listedCodeOf(listed: readonly ListedBank[], bankName: string): string | undefined {
  const wanted = bankNamed(bankName)
  const ours = bankCodeOf(wanted)
  const coded = ours === null ? [] : listed.filter(({ code }) => code === ours)
  const named = listed.filter(({ name }) => bankNamed(name) === wanted)
  // A bank that took over another is listed twice.
  if (named[0]) return only(named) ?? only(coded)
  if (coded[0]) return only(coded)
  // “OPay Digital Services Limited (OPay)” begins with the name by which its customers know it.
  const word = fold(wanted)
  return word.length < 4 ? undefined : only(listed.filter(({ name }) => `${fold(name)} `.startsWith(`${word} `)))
}

function only(banks: readonly ListedBank[]): string | undefined {
  const codes = new Set(banks.map(({ code }) => code))
  return codes.size === 1 ? banks[0]?.code : undefined
}

const fold = (text: string) =>
  foldForSearch(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
