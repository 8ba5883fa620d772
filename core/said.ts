/** A sentence that `t` says later, such as one of a table: what a module says while it is loaded is said before anybody reads. */
export function said<const Sentence extends string>(sentence: Sentence): Sentence {
  return sentence
}
